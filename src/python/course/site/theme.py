"""Small changes to the theme's own templates."""

from jinja2 import BaseLoader, ChoiceLoader, DictLoader, Environment

from course.stats.errors import PublishError

_DIALOG = 'role="dialog"'

_AMENDMENTS = (
    # The search is a dialog without a name; screen readers need one.
    ("partials/search.html", _DIALOG, _DIALOG + " aria-label=\"{{ lang.t('search') }}\""),
    # A script on every page uses this attribute to find the link to the sources, then asks their
    # host for facts about them. No request may leave the site.
    ("partials/source.html", ' data-md-component="source"', ""),
)
"""A template of the theme, a text that it contains once, and the replacement."""


def amend(env: Environment) -> None:
    """Make the changes for all later pages. Raises PublishError if one does not fit."""
    loader = env.loader
    assert isinstance(loader, BaseLoader)
    amended = {}
    for template, old, new in _AMENDMENTS:
        text, _, _ = loader.get_source(env, template)
        if text.count(old) != 1:
            raise PublishError(f"the theme's {template}: not one {old.strip()}; see theme.py")
        amended[template] = text.replace(old, new)
    env.loader = ChoiceLoader([DictLoader(amended), loader])
