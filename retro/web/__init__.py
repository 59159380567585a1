"""The machine as a web site: what runs in the browser's worker, how the site is built, and how it is served."""
