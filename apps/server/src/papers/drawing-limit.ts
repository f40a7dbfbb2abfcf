/** A paper is drawn anew for every download, which is the dearest thing a resident can ask for; all kinds together. */
export const DRAWING_LIMIT = { name: 'paper-user', limit: 60, windowMs: 600_000 } as const;
