"""The chart library, which the explorer's page ships: nothing is fetched from elsewhere."""

from __future__ import annotations

import functools

import vl_convert

from course.site.blocks import render
from course.site.svg import VEGA_LITE


@functools.lru_cache(maxsize=1)
def bundle() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script, which gives `vegaEmbed` to the page.

    Needs no network. The versions are those that draw the static charts.
    """
    notice = render(
        "vega_notice.txt",
        vega=vl_convert.get_vega_version(),
        lite=VEGA_LITE,
        embed=vl_convert.get_vega_embed_version(),
    )
    text = vl_convert.javascript_bundle(vl_version=VEGA_LITE)
    # Its many short names stay inside: the scripts of a page share one space of names.
    return f"{notice}\n(() => {{\n{text}\n}})();\n"
