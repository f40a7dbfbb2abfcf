/** Why Python cannot be asked here; null when it can. */
export function pythonMissing(): string | null;
/** Why OpenSSL cannot be asked here; null when it can. */
export function opensslMissing(): string | null;
