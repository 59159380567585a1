/** What the build writes: see `contents` in retro/web/build.py. */
export const site: { python: string; archives: string[]; editor: string; snapshot: string; first: [string, number][] };
