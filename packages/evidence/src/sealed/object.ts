import {
  buffer,
  type Damage,
  damage,
  HASH_LENGTH,
  isDamage,
  readUtf8,
  sha256,
  sha256Hex,
  u32,
} from '../bytes/index.ts';
import { canonicalBytes, readCanonical } from '../canonical/index.ts';
import { CanonicalReader, words } from '../canonical/reader.ts';
import { MOST_CHUNK_BYTES } from '../chunk/index.ts';
import { count, listOf, members, type Shape } from '../shape/index.ts';
import {
  type Manifest,
  MOST_CHUNKS,
  MOST_MANIFEST_BYTES,
  manifestProblem,
  memberProblem,
  numbersProblem,
} from './manifest.ts';
import { readChunkList } from './manifest-chunks.ts';

export const MAGIC = Buffer.from('HMREC1\n');
/** Length of the footer, and the magic again. */
const END_LENGTH = 4 + MAGIC.length;
const MOST_FOOTER_BYTES = 1_024 * 1_024;

/** Where something stands in an object. */
export interface Place {
  offset: number;
  length: number;
}

export interface ObjectPlaces {
  chunks: Place[];
  manifest: Place;
}

const pair: Shape = (value, path) =>
  Array.isArray(value) && value.length === 2 ? listOf(count, 2)(value, path) : `${path}: offset and length`;
const footer = members({ chunks: listOf(pair, MOST_CHUNKS), manifest: pair });

/** One immutable object of chunks and their manifest. */
export function writeObject(chunks: readonly Uint8Array[], manifest: Uint8Array): Buffer {
  let offset = MAGIC.length;
  const next = ({ length }: Uint8Array): [number, number] => {
    offset += length;
    return [offset - length, length];
  };
  const places = { chunks: chunks.map(next), manifest: next(manifest) };
  const footerBytes = canonicalBytes(places);
  return Buffer.concat([MAGIC, ...chunks, manifest, footerBytes, u32(footerBytes.length), MAGIC]);
}

/** How many bytes of an object's end must be read for its footer; `end` are its last bytes, 11 at least. */
export function footerLength(end: Uint8Array, total: number): number | Damage {
  const bytes = buffer(end);
  const at = total - END_LENGTH;
  if (bytes.length < END_LENGTH || at < MAGIC.length) return damage('too short for a sealed recording', 0);
  if (!bytes.subarray(-MAGIC.length).equals(MAGIC)) return damage('does not end like a sealed recording', at + 4);
  const length = bytes.readUInt32BE(bytes.length - END_LENGTH);
  return length <= Math.min(MOST_FOOTER_BYTES, at - MAGIC.length) ? length + END_LENGTH : damage('footer length', at);
}

/** Reads where everything stands from the end of an object that footerLength asked for. */
export function readFooter(end: Uint8Array, total: number): ObjectPlaces | Damage {
  const length = footerLength(end, total);
  if (isDamage(length)) return length;
  const at = total - length;
  const content = buffer(end).subarray(end.length - length, end.length - END_LENGTH);
  return placesInOrder(content, at) ?? readPlaces(content, at);
}

/** @param at where the footer stands in its object */
function readPlaces(content: Buffer, at: number): ObjectPlaces | Damage {
  const read = readFooterText(content);
  if (typeof read === 'string') return damage(read, at);
  const chunks: Place[] = [];
  let expected = MAGIC.length;
  const isNext = ([offset, size]: Pair, most: number): boolean => {
    if (offset !== expected || size > most) return false;
    expected += size;
    return true;
  };
  for (const pair of read.chunks) {
    if (!isNext(pair, MOST_CHUNK_BYTES)) return damage(`footer: place ${chunks.length}`, at);
    chunks.push({ offset: pair[0], length: pair[1] });
  }
  if (!isNext(read.manifest, MOST_MANIFEST_BYTES)) return damage(`footer: place ${chunks.length}`, at);
  const [offset, size] = read.manifest;
  return expected === at ? { chunks, manifest: { offset, length: size } } : damage('footer: end', at);
}

type Pair = readonly [offset: number, length: number];
interface Footer {
  readonly chunks: readonly Pair[];
  readonly manifest: Pair;
}

/** What a footer says, or what is wrong with it. */
function readFooterText(bytes: Uint8Array): Footer | string {
  const content = readUtf8(bytes);
  const read = content === null ? undefined : readCanonical(content);
  return read === undefined ? 'footer is not canonical JSON' : (footer(read, 'footer') ?? (read as Footer));
}

const [CHUNKS, FIRST, NEXT] = [words('{"chunks":['), words('['), words(',[')];
const [COMMA, PLACE_ENDS, MANIFEST, ENDS] = [words(','), words(']'), words('],"manifest":['), words(']}')];

/** What the footer of every object says that is whole: places that follow one another. null for anything else. */
function placesInOrder(content: Buffer, at: number): ObjectPlaces | null {
  const reader = new CanonicalReader(content);
  const chunks: Place[] = [];
  let offset = MAGIC.length;
  const place = (most: number): Place | null => {
    if (reader.count() !== offset || !reader.skips(COMMA)) return null;
    const length = reader.count();
    if (length < 0 || length > most) return null;
    offset += length;
    return { offset: offset - length, length };
  };
  if (!reader.skips(CHUNKS)) return null;
  while (reader.skips(chunks.length === 0 ? FIRST : NEXT)) {
    const next = chunks.length < MOST_CHUNKS ? place(MOST_CHUNK_BYTES) : null;
    if (next === null || !reader.skips(PLACE_ENDS)) return null;
    chunks.push(next);
  }
  if (!reader.skips(MANIFEST)) return null;
  const manifest = place(MOST_MANIFEST_BYTES);
  const isWhole = manifest !== null && reader.skips(ENDS) && reader.at === content.length && offset === at;
  return isWhole ? { chunks, manifest } : null;
}

export interface SealedObject {
  bytes: Buffer;
  places: ObjectPlaces;
  chunks: Buffer[];
  manifestBytes: Buffer;
}

/** Takes an object apart. Says nothing about what its chunks and its manifest hold. */
export function readObject(stored: Uint8Array): SealedObject | Damage {
  const bytes = buffer(stored);
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return damage('does not begin like a sealed recording');
  const places = readFooter(bytes, bytes.length);
  if (isDamage(places)) return places;
  const of = ({ offset, length }: Place) => bytes.subarray(offset, offset + length);
  return { bytes, places, chunks: places.chunks.map(of), manifestBytes: of(places.manifest) };
}

export function readManifest(bytes: Uint8Array): Manifest | Damage {
  const read = readInOrder(buffer(bytes));
  if (read !== null) {
    const wrong = numbersProblem(read);
    return wrong === null ? read : damage(wrong);
  }
  return readManifestText(bytes);
}

function readManifestText(bytes: Uint8Array): Manifest | Damage {
  const content = readUtf8(bytes);
  const read = content === null ? undefined : readCanonical(content);
  if (read === undefined) return damage('manifest is not canonical JSON');
  const wrong = manifestProblem(read);
  return wrong === null ? (read as Manifest) : damage(wrong);
}

/** A manifest whose chunks come as they are always written, its members right each by itself; null for anything else. */
function readInOrder(bytes: Buffer): Manifest | null {
  const list = readChunkList(bytes, 'read');
  if (list === null) return null;
  const [before, behind] = [readUtf8(bytes.subarray(0, list.from)), readUtf8(bytes.subarray(list.to))];
  if (before === null || behind === null) return null;
  const read = readCanonical(before + behind);
  if (read === undefined || memberProblem(read) !== null) return null;
  return Object.assign(read as Manifest, { chunks: list.chunks });
}

/**
 * A manifest that our own key signed, which looked at its form before. It comes without the ways of its chunks into the capture
 * entries. null when it is no JSON.
 */
export function readOwnManifest(bytes: Uint8Array): Manifest | null {
  const own = buffer(bytes);
  const list = readChunkList(own, 'left-out');
  try {
    if (list === null) return JSON.parse(own.toString()) as Manifest;
    const read = JSON.parse(own.toString('utf8', 0, list.from) + own.toString('utf8', list.to)) as Manifest;
    return Object.assign(read, { chunks: list.chunks });
  } catch {
    return null;
  }
}

/** Where the chain of a recording, or of an addendum to it, begins. */
export const chainStart = (trace: string, addendum: number): Buffer =>
  sha256(Buffer.concat([Buffer.from(`huimin-chain-v1\n${trace}\n`), u32(addendum)]));

const linkScratch = Buffer.alloc(2 * HASH_LENGTH);

export function chainNext(head: Uint8Array, chunkHash: Uint8Array): Buffer {
  linkScratch.set(head);
  linkScratch.set(chunkHash, HASH_LENGTH);
  return sha256(linkScratch);
}

/** The same for hashes as lower-case hexadecimal, for whoever has them so: of many chunks none needs memory of its own. */
export function chainNextHex(head: string, chunkHash: string): string {
  linkScratch.write(head, 0, 'hex');
  linkScratch.write(chunkHash, HASH_LENGTH, 'hex');
  return sha256Hex(linkScratch);
}

export const chainHead = (trace: string, addendum: number, chunkHashes: Iterable<Uint8Array>): Buffer => {
  let head = chainStart(trace, addendum);
  for (const hash of chunkHashes) head = chainNext(head, hash);
  return head;
};
