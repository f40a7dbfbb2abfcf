const BEIJING_MS = 8 * 3_600_000;

/** `2026.11.20 10:28:47` in Beijing. */
export const beijing = (at: number): string =>
  new Date(at + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '.');

/** The same of what the server wrote. */
export const written = (time: string): string => time.slice(0, 19).replace('T', ' ').replaceAll('-', '.');

/** `3B9E 71C4 A860 …`: a hash as people compare it. */
export const inFours = (hash: string): string => hash.toUpperCase().replace(/(.{4})(?=.)/g, '$1 ');
