/** SHA-256 at once: the browser's own makes one wait, gives it to secure pages only, and a page that is left cannot wait. */
const ROUNDS = 64;
const K = new Uint32Array(ROUNDS);
const START = new Uint32Array(8);

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

for (let n = 2, found = 0; found < ROUNDS; n += 1) {
  let prime = true;
  for (let d = 2; d * d <= n && prime; d += 1) prime = n % d !== 0;
  if (!prime) continue;
  if (found < 8) START[found] = fraction(Math.sqrt(n));
  K[found] = fraction(Math.cbrt(n));
  found += 1;
}

/** In lower-case hexadecimal, over the text's UTF-8 bytes. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const h = Uint32Array.from(START);
  const w = new Uint32Array(ROUNDS);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + i * 4);
    for (let i = 16; i < ROUNDS; i += 1) {
      const a = w[i - 15] as number;
      const b = w[i - 2] as number;
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
    }
    mix(h, w);
  }
  return Array.from(h, (word) => word.toString(16).padStart(8, '0')).join('');
}

function mix(h: Uint32Array, w: Uint32Array): void {
  let [a, b, c, d, e, f, g, last] = h as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < ROUNDS; i += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (last + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    last = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  [a, b, c, d, e, f, g, last].forEach((word, i) => {
    h[i] = (h[i] as number) + word;
  });
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
