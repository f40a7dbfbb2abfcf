/** The path of a Chromium, installed if there is none. */
export function ensureChromium(): string;
