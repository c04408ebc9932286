"""What we change in the theme's own templates: a few letters in some of them."""

from jinja2 import BaseLoader, ChoiceLoader, DictLoader, Environment

from course.stats.errors import PublishError

_DIALOG = 'role="dialog"'

_AMENDMENTS = (
    # The search is a dialog without a name; screen readers need one.
    ("partials/search.html", _DIALOG, _DIALOG + " aria-label=\"{{ lang.t('search') }}\""),
    # By this name a script of every page finds the link to the sources, and asks the host that it
    # leads to for facts about them. No request shall leave the site.
    ("partials/source.html", ' data-md-component="source"', ""),
)
"""A template of the theme, what stands in it once, and what has to stand there."""


def amend(env: Environment) -> None:
    """Make the changes, in all pages from here on. Raises PublishError where one does not fit."""
    loader = env.loader
    assert isinstance(loader, BaseLoader)
    amended = {}
    for template, old, new in _AMENDMENTS:
        text, _, _ = loader.get_source(env, template)
        if text.count(old) != 1:
            raise PublishError(f"the theme's {template}: not one {old.strip()}; see theme.py")
        amended[template] = text.replace(old, new)
    env.loader = ChoiceLoader([DictLoader(amended), loader])
