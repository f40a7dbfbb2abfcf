import { sha256Hex } from '../bytes/index.ts';
import { canonicalBytes, canonicalJson } from '../canonical/index.ts';
import { CHUNK_FLAGS, type ChunkFlag, SERVER_EVENTS, type ServerEvent } from '../chunk/index.ts';
import {
  count,
  flag,
  hash,
  hashOrEmpty,
  listOf,
  members,
  name,
  oneOf,
  orNull,
  type Shape,
  text,
  whole,
} from '../shape/index.ts';

export const FORMAT = 'huimin-evidence/1';
/** What may stand in a manifest's `flags`: those of its chunks, and one of its own. */
export const MANIFEST_FLAGS = [...CHUNK_FLAGS, 'unrecorded'].sort() as (ChunkFlag | 'unrecorded')[];

export interface CapturePlace {
  entry: number;
  index: number;
  path: string[];
}

export interface ManifestChunk {
  sha256: string;
  length: number;
  kind: 'client' | 'server';
  tab: string;
  seq: number;
  receivedAt: number;
  events: number;
  firstAt: number;
  lastAt: number;
  flags: ChunkFlag[];
  capture: CapturePlace;
}

/** What is missing and says so. */
export interface Gap {
  tab: string;
  fromSeq: number;
  toSeq: number;
  from: number;
  to: number;
  why: string;
}

export interface PageSeen {
  route: string;
  enteredAt: number;
  leftAt: number | null;
  build: string;
}

export interface DocumentRead {
  id: string;
  version: number;
  sha256: string;
  openedAt: number;
  bottomAt: number | null;
  closedAt: number | null;
  dwellMs: number;
}

export interface ConsentGiven {
  id: string;
  textSha256: string;
  checked: boolean;
  at: number;
}

export interface ServerNote {
  what: ServerEvent['what'];
  at: number;
  sha256: string;
}

export interface Manifest {
  format: typeof FORMAT;
  trace: string;
  addendum: number;
  previous: string | null;
  sealedAt: number;
  chain: { count: number; head: string };
  chunks: ManifestChunk[];
  gaps: Gap[];
  flags: (ChunkFlag | 'unrecorded')[];
  order: { orderNo: string; digest: string } | null;
  holder: string | null;
  product: string;
  builds: string[];
  tables: string[];
  pages: PageSeen[];
  documents: DocumentRead[];
  consents: ConsentGiven[];
  server: ServerNote[];
  clock: { offsetMs: number; rttMs: number } | null;
  keys: { kek: string };
  retention: { class: string; until: number };
  recorder: string;
}

export const MOST_CHUNKS = 20_000;
export const MOST_MARKS = 100_000;
export const MOST_MANIFEST_BYTES = 32 * 1_024 * 1_024;

const word = text(128);
const tab = name(1, 36);
const time = count;
const flags: Shape = listOf(oneOf(...MANIFEST_FLAGS), MANIFEST_FLAGS.length);

const chunk = members({
  sha256: hash,
  length: count,
  kind: oneOf('client', 'server'),
  tab,
  seq: count,
  receivedAt: time,
  events: count,
  firstAt: time,
  lastAt: time,
  flags,
  capture: members({ entry: count, index: count, path: listOf(hash, 64) }),
});

const manifest = members({
  format: oneOf(FORMAT),
  trace: name(8, 64),
  addendum: count,
  previous: orNull(hash),
  sealedAt: time,
  chain: members({ count, head: hash }),
  chunks: listOf(chunk, MOST_CHUNKS),
  gaps: listOf(members({ tab, fromSeq: count, toSeq: count, from: time, to: time, why: text(200) }), MOST_MARKS),
  flags,
  order: orNull(members({ orderNo: word, digest: hash })),
  holder: orNull(hash),
  product: text(64),
  builds: listOf(word, 1_000),
  tables: listOf(hash, 1_000),
  pages: listOf(members({ route: word, enteredAt: time, leftAt: orNull(time), build: word }), MOST_MARKS),
  documents: listOf(
    members({
      id: word,
      version: count,
      sha256: hash,
      openedAt: time,
      bottomAt: orNull(time),
      closedAt: orNull(time),
      dwellMs: count,
    }),
    MOST_MARKS,
  ),
  consents: listOf(members({ id: word, textSha256: hashOrEmpty, checked: flag, at: time }), MOST_MARKS),
  server: listOf(members({ what: oneOf(...SERVER_EVENTS), at: time, sha256: hash }), MOST_MARKS),
  clock: orNull(members({ offsetMs: whole, rttMs: count })),
  keys: members({ kek: word }),
  retention: members({ class: word, until: time }),
  recorder: word,
});

/** Says what is wrong with a manifest; null when nothing is. */
export const manifestProblem = (value: unknown): string | null =>
  memberProblem(value) ?? numbersProblem(value as Manifest);

/** The same of each member by itself. */
export const memberProblem = (value: unknown): string | null => manifest(value, 'manifest');

/** The same of members beside each other. */
export function numbersProblem({ chain, chunks, addendum, previous }: Manifest): string | null {
  if (chain.count !== chunks.length) return 'manifest.chain.count: not the number of chunks';
  return (addendum === 0) === (previous === null) ? null : 'manifest.previous: of another addendum';
}

export const manifestBytes = (of: Manifest): Uint8Array => {
  const wrong = manifestProblem(of);
  if (wrong !== null) throw new Error(wrong);
  return canonicalBytes(of);
};

/** What a manifest's signature is over. */
export const manifestMessage = (manifestSha256: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('huimin-manifest-v1\n'), manifestSha256]);

/** Section 8: an order without anything personal. */
export interface CanonicalOrder {
  orderNo: string;
  edition: string;
  plan: string;
  insuredCount: number;
  premiumFen: number;
  savedAt: number;
  documents: { id: string; version: number; sha256: string }[];
}

const order = members({
  orderNo: word,
  edition: word,
  plan: word,
  insuredCount: count,
  premiumFen: count,
  savedAt: time,
  documents: listOf(members({ id: word, version: count, sha256: hash }), 100),
});

export const orderProblem = (value: unknown): string | null => order(value, 'order');

export function orderDigest(of: CanonicalOrder): string {
  const wrong = orderProblem(of);
  if (wrong !== null) throw new Error(wrong);
  return sha256Hex(canonicalJson(of));
}
