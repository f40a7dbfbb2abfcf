/** Enough of a SHA-256 to tell versions apart at a glance. */
export const shortHash = (sha256: string): string => `${sha256.slice(0, 4)}…${sha256.slice(-4)}`.toUpperCase();
