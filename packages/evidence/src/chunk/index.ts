import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { buffer, type Damage, damage, isDamage, readUtf8, sha256Hex, u32 } from '../bytes/index.ts';
import { canonicalBytes, canonicalJson, readCanonical } from '../canonical/index.ts';
import { base64Of, count, hash, hashOrEmpty, listOf, members, name, oneOf, someMembers, text } from '../shape/index.ts';
import { CHUNK_FLAGS } from './flags.ts';
import type { ChunkFacts, ChunkHeader, PartPlace } from './header.ts';
import { readHeaderInOrder } from './header-in-order.ts';

export { CHUNK_FLAGS, type ChunkFlag } from './flags.ts';
export type { ChunkFacts, ChunkHeader, PartPlace } from './header.ts';

/** A chunk that has been read: its parts are the same memory as the bytes it was read from. */
export interface Chunk {
  bytes: Buffer;
  header: ChunkHeader;
  view: Buffer;
  values: Buffer;
}

/** The two sealed parts: what could be seen, and what somebody typed. */
export type PartName = 'view' | 'values';

/** A part as it is stored: cipher text with its tag. */
export interface SealedPart {
  nonce: Uint8Array;
  sealed: Uint8Array;
}

export const MOST_HEADER_BYTES = 4_096;
export const MOST_CHUNK_BYTES = 16 * 1_024 * 1_024;
/** What a part may unpack to. */
export const MOST_PART_BYTES = 32 * 1_024 * 1_024;
export const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

const place = members({ length: count, nonce: text(16) });
const nonce = base64Of(NONCE_LENGTH);
const header = members({
  v: oneOf(1),
  trace: name(8, 64),
  kind: oneOf('client', 'server'),
  tab: name(1, 36),
  seq: count,
  receivedAt: count,
  events: count,
  firstAt: count,
  lastAt: count,
  dataSha256: hash,
  prev: hashOrEmpty,
  table: hashOrEmpty,
  build: text(128),
  flags: listOf(oneOf(...CHUNK_FLAGS), CHUNK_FLAGS.length),
  view: place,
  values: place,
});

/** Says what is wrong with a header; null when nothing is. */
export function headerProblem(value: unknown): string | null {
  return header(value, 'header') ?? orderProblem(value as ChunkHeader);
}

/** What is wrong with members that are right each by itself. */
function orderProblem({ flags, view, values }: ChunkHeader): string | null {
  if (flags.some((flag, index) => index > 0 && flag <= (flags[index - 1] as string))) return 'header.flags: not sorted';
  return placeProblem(view, 'header.view') ?? placeProblem(values, 'header.values');
}

function placeProblem(part: PartPlace, path: string): string | null {
  if (part.length === 0) return part.nonce === '' ? null : `${path}.nonce: of nothing`;
  return part.length > TAG_LENGTH ? nonce(part.nonce, `${path}.nonce`) : `${path}.length: less than a tag`;
}

const EMPTY: PartPlace = { length: 0, nonce: '' };

const placeOf = (part: SealedPart | null): PartPlace =>
  part === null ? EMPTY : { length: part.sealed.length, nonce: buffer(part.nonce).toString('base64') };

/** Puts a chunk together. Throws when the facts could not be read back: they come from our own code. */
export function writeChunk(facts: ChunkFacts, view: SealedPart | null, values: SealedPart | null): Buffer {
  const written: ChunkHeader = {
    v: 1,
    trace: facts.trace,
    kind: facts.kind,
    tab: facts.tab,
    seq: facts.seq,
    receivedAt: facts.receivedAt,
    events: facts.events,
    firstAt: facts.firstAt,
    lastAt: facts.lastAt,
    dataSha256: facts.dataSha256,
    prev: facts.prev,
    table: facts.table,
    build: facts.build,
    flags: facts.flags.toSorted(),
    view: placeOf(view),
    values: placeOf(values),
  };
  const wrong = headerProblem(written);
  if (wrong !== null) throw new Error(wrong);
  const headerBytes = canonicalBytes(written);
  const parts = [u32(headerBytes.length), headerBytes];
  for (const part of [view, values]) if (part !== null) parts.push(part.sealed);
  const bytes = Buffer.concat(parts);
  if (headerBytes.length > MOST_HEADER_BYTES || bytes.length > MOST_CHUNK_BYTES)
    throw new Error('too long for a chunk');
  return bytes;
}

export function readChunk(stored: Uint8Array): Chunk | Damage {
  const bytes = buffer(stored);
  if (bytes.length < 4) return damage('too short for a chunk');
  if (bytes.length > MOST_CHUNK_BYTES) return damage('too long for a chunk');
  const length = bytes.readUInt32BE(0);
  if (length > MOST_HEADER_BYTES || 4 + length > bytes.length) return damage('length of the header');
  const header = readHeader(bytes.subarray(4, 4 + length));
  if (typeof header === 'string') return damage(header, 4);
  const valuesAt = 4 + length + header.view.length;
  if (valuesAt + header.values.length !== bytes.length) return damage('length of the parts', 4 + length);
  return { bytes, header, view: bytes.subarray(4 + length, valuesAt), values: bytes.subarray(valuesAt) };
}

/** What a header says, or what is wrong with it. */
function readHeader(bytes: Buffer): ChunkHeader | string {
  const inOrder = readHeaderInOrder(bytes);
  if (inOrder !== null) return orderProblem(inOrder) ?? inOrder;
  const headerText = readUtf8(bytes);
  const read = headerText === null ? undefined : readCanonical(headerText);
  if (read === undefined) return 'header is not canonical JSON';
  return headerProblem(read) ?? (read as ChunkHeader);
}

const additional = (part: PartName, trace: string): Buffer => Buffer.from(`huimin-${part}-v1${trace}`);

/** Packs and encrypts one part. `packed` is gzip already: see packPart. */
export function sealPart(
  part: PartName,
  trace: string,
  packed: Uint8Array,
  key: KeyObject | Uint8Array,
  nonce: Uint8Array,
): SealedPart {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_LENGTH });
  cipher.setAAD(additional(part, trace));
  const body = cipher.update(packed);
  const sealed = Buffer.concat([body, cipher.final(), cipher.getAuthTag()]);
  return { nonce, sealed };
}

export const packPart = (content: string): Buffer => gzipSync(content);

/** What one sealed part of a chunk says; empty when there is none. */
export function openPart(chunk: Chunk, part: PartName, key: KeyObject | Uint8Array): string | Damage {
  const content = openPartBytes(chunk, part, key);
  if (isDamage(content)) return content;
  return readUtf8(content) ?? damage(`${part} is not UTF-8`, placeOfPart(chunk, part));
}

const placeOfPart = (chunk: Chunk, part: PartName): number => chunk[part].byteOffset - chunk.bytes.byteOffset;
const NOTHING = Buffer.alloc(0);

const LEAST_ROOM = 64;
const MOST_ROOM = 65_536;

/**
 * Room that a part is unpacked into at first: as much as its gzip says at its end that it will take. What says too little is
 * unpacked all the same, only slower.
 */
function roomFor(packed: Buffer): number {
  const said = packed.length < 4 ? 0 : packed.readUInt32LE(packed.length - 4);
  return LEAST_ROOM + Math.min(said, MOST_ROOM);
}

/** The same as bytes, which need not be UTF-8. */
export function openPartBytes(chunk: Chunk, part: PartName, key: KeyObject | Uint8Array): Buffer | Damage {
  const sealed = chunk[part];
  if (sealed.length === 0) return NOTHING;
  const { trace } = chunk.header;
  try {
    const nonceBytes = Buffer.from(chunk.header[part].nonce, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, nonceBytes, { authTagLength: TAG_LENGTH });
    decipher.setAAD(additional(part, trace));
    decipher.setAuthTag(sealed.subarray(-TAG_LENGTH));
    const packed = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_LENGTH)), decipher.final()]);
    return gunzipSync(packed, { maxOutputLength: MOST_PART_BYTES, chunkSize: roomFor(packed) });
  } catch {
    return damage(`${part} does not open with its key`, placeOfPart(chunk, part));
  }
}

/** What the server tells of an order: the list in the format's section 3. */
export const SERVER_EVENTS = [
  'bound',
  'order-saved',
  'payment-asked',
  'payment-result',
  'policies-issued',
  'refunded',
  'insured-asked',
  'insured-answered',
] as const;

/** One thing that happened on the server. */
export interface ServerEvent {
  what: (typeof SERVER_EVENTS)[number];
  at: number;
  facts: Record<string, unknown>;
}

/** The `data` of a server chunk. */
export const serverData = ({ what, at, facts }: ServerEvent): string =>
  canonicalJson([{ type: 'server', at, what, facts }]);

const serverEvents = listOf(
  members({
    type: oneOf('server'),
    at: count,
    what: oneOf(...SERVER_EVENTS),
    facts: someMembers({}),
  }),
  1,
);

/** null when this is no `data` of a server chunk. */
export function readServerData(data: string): ServerEvent | null {
  const read = readCanonical(data);
  return read !== undefined && serverEvents(read, 'data') === null ? ((read as ServerEvent[])[0] ?? null) : null;
}

/** Everything about a server chunk that follows from what happened. */
export function serverFacts(trace: string, seq: number, receivedAt: number, event: ServerEvent): ChunkFacts {
  const dataSha256 = sha256Hex(serverData(event));
  const when = { receivedAt, events: 1, firstAt: event.at, lastAt: event.at };
  return { trace, kind: 'server', tab: 'server', seq, ...when, dataSha256, prev: '', table: '', build: '', flags: [] };
}

/** What the receipt of a batch is signed over. */
export const receiptText = (
  { trace, tab, seq, receivedAt }: Pick<ChunkFacts, 'trace' | 'tab' | 'seq' | 'receivedAt'>,
  chunkSha256: string,
): string => `huimin-receipt-v1\n${trace}\n${tab}\n${seq}\n${chunkSha256}\n${receivedAt}\n`;
