"""Entry for MkDocs, which loads this file by its path (mkdocs.yml): passes events to the build."""

from course.site.build import on_config, on_env, on_files, on_page_content, on_page_markdown

__all__ = [
    "on_config",
    "on_env",
    "on_files",
    "on_page_content",
    "on_page_markdown",
]
