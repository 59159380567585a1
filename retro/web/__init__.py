"""The machine as a web site: the code of the browser's worker, the build of the site, and its server."""
