"""What we change in the theme's own templates: a few letters in some of them."""

import dataclasses

from jinja2 import BaseLoader, ChoiceLoader, DictLoader, Environment

from course.stats.errors import PublishError


@dataclasses.dataclass(frozen=True)
class Amendment:
    """What stands in a template of the theme once, and what has to stand there."""

    template: str
    old: str
    new: str


_DIALOG = 'role="dialog"'

AMENDMENTS = (
    # The search is a dialog without a name; screen readers need one.
    Amendment("partials/search.html", _DIALOG, _DIALOG + " aria-label=\"{{ lang.t('search') }}\""),
    # By this name a script of every page finds the link to the sources, and asks the host that it
    # leads to for facts about them. No request shall leave the site.
    Amendment("partials/source.html", ' data-md-component="source"', ""),
)


def amend(env: Environment) -> None:
    """Make the changes, in all pages from here on. Raises PublishError where one does not fit."""
    loader = env.loader
    assert isinstance(loader, BaseLoader)
    amended = {}
    for one in AMENDMENTS:
        text, _, _ = loader.get_source(env, one.template)
        if text.count(one.old) != 1:
            raise PublishError(
                f"the theme's {one.template}: not one {one.old.strip()}; see theme.py"
            )
        amended[one.template] = text.replace(one.old, one.new)
    env.loader = ChoiceLoader([DictLoader(amended), loader])
