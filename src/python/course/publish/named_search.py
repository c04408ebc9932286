"""The theme's search is a dialog without a name; screen readers need one."""

from __future__ import annotations

from jinja2 import BaseLoader, ChoiceLoader, DictLoader, Environment

from course.publish.errors import PublishError

TEMPLATE = "partials/search.html"

_DIALOG = 'role="dialog"'
_NAMED = _DIALOG + " aria-label=\"{{ lang.t('search') }}\""


def name_search(env: Environment) -> None:
    """Give it one, in all pages made from here on. Raises PublishError when it is not found."""
    loader = env.loader
    assert isinstance(loader, BaseLoader)
    text, _, _ = loader.get_source(env, TEMPLATE)
    if text.count(_DIALOG) != 1:
        raise PublishError(f"the theme's {TEMPLATE}: not one {_DIALOG}; see named_search.py")
    env.loader = ChoiceLoader([DictLoader({TEMPLATE: text.replace(_DIALOG, _NAMED)}), loader])
