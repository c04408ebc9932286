"""The style sheet of the series' colours: one for each collector and C++ program.

A test reckons that the colour-blind can tell any two of them apart; shapes say the same (signs.py).
Another JDK of a collector is paler (svg.py).
"""

from course.model.solutions import FAMILIES

FILE = "assets/families.css"
"""Where a site has it. It is made at every build; mkdocs.yml names it."""


def style_sheet() -> str:
    """A variable for each family, in the light and in the dark scheme. Paper is light."""
    light, dark = (
        " ".join(f"--course-{name}: {family.colour[scheme]};" for name, family in FAMILIES.items())
        for scheme in (0, 1)
    )
    return (
        f':root, [data-md-color-scheme="default"] {{ {light} }}\n'
        f'@media screen {{ [data-md-color-scheme="slate"] {{ {dark} }} }}\n'
    )
