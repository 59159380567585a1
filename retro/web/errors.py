"""`BuildError`: the error of the site's build."""


class BuildError(Exception):
    """The site cannot be built; str() is a sentence with the reason."""
