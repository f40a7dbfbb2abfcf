/** 128 random bits in figures and letters. `crypto.randomUUID` is missing in old WebViews and without https. */
export function newClientKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
