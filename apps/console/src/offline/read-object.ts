import { through } from './read-zip.ts';

/** What the player needs of a manifest; the rest is the verifiers'. */
export interface ToldManifest {
  readonly trace: string;
  readonly addendum: number;
  readonly sealedAt: number;
  readonly product: string;
  readonly chain: { readonly count: number; readonly head: string };
  readonly chunks: readonly { readonly sha256: string }[];
  readonly gaps: readonly { readonly from: number; readonly to: number; readonly why: string }[];
  readonly pages: readonly { readonly route: string; readonly enteredAt: number }[];
  readonly documents: readonly {
    readonly id: string;
    readonly version: number;
    readonly openedAt: number;
    readonly bottomAt: number | null;
    readonly dwellMs: number;
  }[];
  readonly consents: readonly { readonly id: string; readonly checked: boolean; readonly at: number }[];
}

export interface ToldHeader {
  readonly trace: string;
  readonly kind: 'client' | 'server';
  readonly tab: string;
  readonly seq: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly table: string;
  readonly build: string;
  readonly flags: readonly string[];
  readonly view: Part;
  readonly values: Part;
}

interface Part {
  readonly length: number;
  readonly nonce: string;
}

type Bytes = Uint8Array<ArrayBuffer>;

export interface ToldChunk {
  readonly header: ToldHeader;
  readonly view: Bytes;
  readonly values: Bytes;
}

export interface ToldObject {
  readonly manifest: ToldManifest;
  readonly chunks: readonly ToldChunk[];
  /** Number of the first batch that is not the one of the manifest; null when all are. */
  readonly firstWrong: number | null;
}

const MAGIC = 'HMREC1\n';
const TAG_BITS = 128;
const ascii = (bytes: Bytes) => String.fromCharCode(...bytes);
const json = (bytes: Bytes): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
const u32 = (bytes: Bytes, at: number) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);

const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
export const hexOf = (bytes: Bytes): string => Array.from(bytes, (one) => one.toString(16).padStart(2, '0')).join('');
export const sha256Hex = async (bytes: Bytes): Promise<string> => hexOf(await sha256(bytes));

/** A sealed object, taken apart as the format's section 5 says, with its batches held against its manifest. */
export async function readObject(bytes: Bytes): Promise<ToldObject> {
  if (ascii(bytes.subarray(0, 7)) !== MAGIC || ascii(bytes.subarray(-7)) !== MAGIC) throw new Error('no object');
  const footerAt = bytes.length - 11 - u32(bytes, bytes.length - 11);
  const footer = json(bytes.subarray(footerAt, bytes.length - 11)) as {
    chunks: [number, number][];
    manifest: [number, number];
  };
  const part = ([at, length]: readonly [number, number]) => bytes.subarray(at, at + length);
  const manifest = json(part(footer.manifest)) as ToldManifest;
  const stored = footer.chunks.map(part);
  return { manifest, chunks: stored.map(readChunk), firstWrong: await firstWrong(stored, manifest) };
}

function readChunk(bytes: Bytes): ToldChunk {
  const length = u32(bytes, 0);
  const header = json(bytes.subarray(4, 4 + length)) as ToldHeader;
  const valuesAt = 4 + length + header.view.length;
  return { header, view: bytes.subarray(4 + length, valuesAt), values: bytes.subarray(valuesAt) };
}

async function firstWrong(chunks: readonly Bytes[], { trace, addendum, chain, chunks: told }: ToldManifest) {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, addendum);
  let head = await sha256(joined(new TextEncoder().encode(`huimin-chain-v1\n${trace}\n`), number));
  for (const [index, chunk] of chunks.entries()) {
    const own = await sha256(chunk);
    if (hexOf(own) !== told[index]?.sha256) return index;
    head = await sha256(joined(head, own));
  }
  return hexOf(head) === chain.head && chunks.length === chain.count ? null : chunks.length;
}

function joined(a: Bytes, b: Bytes): Bytes {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** A key of a package, made ready. */
export const keyOf = (base64: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64(base64), 'AES-GCM', false, ['decrypt']);

/** What a sealed part of a chunk says; empty when there is none. */
export async function openPart(chunk: ToldChunk, part: 'view' | 'values', key: CryptoKey): Promise<string> {
  if (chunk[part].length === 0) return '';
  const additionalData = new TextEncoder().encode(`huimin-${part}-v1${chunk.header.trace}`);
  const iv = fromBase64(chunk.header[part].nonce);
  const packed = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv, additionalData, tagLength: TAG_BITS },
    key,
    chunk[part],
  );
  return new TextDecoder().decode(await through(new Uint8Array(packed), 'gzip'));
}
