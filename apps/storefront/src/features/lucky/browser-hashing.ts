import type { Hashing } from '@huimin/domain/lucky';

/** The browser's own hashes; null where it gives them to secure pages only and this is none. */
export function browserHashing(): Hashing | null {
  const { subtle } = crypto;
  if (subtle === undefined) return null;
  const encoder = new TextEncoder();
  const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => hexOf(await subtle.digest('SHA-256', bytes));
  return {
    sha256OfText: (text) => sha256(encoder.encode(text)),
    sha256OfHex: (hex) => sha256(bytesOf(hex)),
    async hmac(keyHex, text) {
      const key = await subtle.importKey('raw', bytesOf(keyHex), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      return hexOf(await subtle.sign('HMAC', key, encoder.encode(text)));
    },
  };
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
