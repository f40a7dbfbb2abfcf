import { hex, sha256 } from '@huimin/evidence/bytes';
import { canonicalBytes } from '@huimin/evidence/canonical';
import type { ChunkFacts } from '@huimin/evidence/chunk';
import { der, parts, readDer, TAG } from '@huimin/evidence/der';
import {
  type SampleAuthority,
  type SampleSealed,
  type SampleTaken,
  type SampleTrait,
  sampleAuthority,
} from '@huimin/evidence/sample';
import { type ConsentGiven, chainHead, type Gap, type Manifest, type ManifestChunk } from '@huimin/evidence/sealed';
import type { VerdictWord } from '@huimin/evidence/verify';
import { bytesOf, type Files, named } from './mutations.ts';

// The ways in which a recording comes to be just so, or just not so.

export interface EdgeCase {
  trait?: SampleTrait;
  /** What came in another way; `before` came before it in the same tab. */
  takes?: (chunk: SampleTaken, before: ChunkFacts | undefined) => SampleTaken;
  /** What the house seals in another way. */
  seals?: (sealed: SampleSealed) => void;
  files?: (files: Files, another: Files) => void;
}

export const day = (number: number): number => Date.UTC(2026, 10, number);
const authority = sampleAuthority({ kind: 'ec', name: 'Edge' });
export const LATE: SampleAuthority = {
  ...authority,
  stamp: (imprint, at) => authority.stamp(imprint, at + STAMP_TAKES_MS),
};
/** The first stamps; its certificate has ended since. The other stamps what was stamped. */
export const ENDED = [sampleAuthority({ kind: 'ec', name: 'Ended', valid: [day(1), day(20)] }), authority];

export type Cases = Record<string, [verdict: VerdictWord, EdgeCase]>;

export const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** Less than a second, which some authorities tell. */
const STAMP_TAKES_MS = 340;
export const NO_HASH = '0'.repeat(64);
export const OTHER_HASH = '7'.repeat(64);

/** The same chunk with other members in its header and in the manifest. */
export function other({ bytes, facts }: SampleTaken, members: Partial<ChunkFacts>): SampleTaken {
  const end = 4 + bytes.readUInt32BE(0);
  const written = { ...JSON.parse(bytes.toString('utf8', 4, end)), ...members };
  const header = canonicalBytes({ ...written, flags: [...written.flags].sort() });
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return { bytes: Buffer.concat([length, header, bytes.subarray(end)]), facts: { ...facts, ...members } };
}

/** Values of so many bytes, in a batch that has none. */
export const withValues =
  (length: number): EdgeCase['takes'] =>
  (chunk) => {
    if (chunk.facts.kind !== 'client' || chunk.facts.seq !== 0) return chunk;
    const { bytes, facts } = other(chunk, { values: { length, nonce: 'A'.repeat(16) } } as Partial<ChunkFacts>);
    return { bytes: Buffer.concat([bytes, Buffer.alloc(length)]), facts };
  };

export function chained({ manifest, chunks }: SampleSealed): void {
  const head = hex(chainHead(manifest.trace, manifest.addendum, chunks.map(sha256)));
  manifest.chain = { count: chunks.length, head };
}

export const beyond = ([first, ...more]: { index: number }[]) => [
  ...(first ? [{ ...first, index: first.index + 2 ** 20 }] : []),
  ...more,
];

type Members = (facts: ChunkFacts, before: ChunkFacts | undefined) => Partial<ChunkFacts>;

const taken =
  (kind: ChunkFacts['kind'], seq: number, members: Members): EdgeCase['takes'] =>
  (chunk, before) =>
    chunk.facts.kind === kind && chunk.facts.seq === seq ? other(chunk, members(chunk.facts, before)) : chunk;

export const takes = (seq: number, members: Members): EdgeCase => ({ takes: taken('client', seq, members) });
export const takesOfServer = (seq: number, members: Members): EdgeCase => ({ takes: taken('server', seq, members) });
/** Of an addendum, which is one batch. */
export const takesLate = (members: Members): EdgeCase => ({
  trait: 'addendum',
  takes: (chunk) => (chunk.facts.flags.includes('late') ? other(chunk, members(chunk.facts, undefined)) : chunk),
});

/** Of the recording itself, not of its addenda. */
export const seals = (change: (manifest: Manifest) => void, trait?: SampleTrait): EdgeCase => ({
  ...(trait && { trait }),
  seals: ({ manifest }) => {
    if (manifest.addendum === 0) change(manifest);
  },
});
export const says = (members: (manifest: Manifest) => Partial<Manifest>, trait?: SampleTrait): EdgeCase =>
  seals((manifest) => Object.assign(manifest, members(manifest)), trait);
/** The server's note of one kind is of another. */
export const noted = (what: Manifest['server'][number]['what']): EdgeCase =>
  says(({ server }) => ({ server: server.map((note) => (note.what === what ? { ...note, what: 'bound' } : note)) }));

const gapOf = ({ chunks }: Manifest, members: Partial<Gap>): Gap => {
  const { tab } = chunks.find(({ kind }) => kind === 'client') as ManifestChunk;
  return { tab, fromSeq: 0, toSeq: 0, from: 0, to: 0, why: 'missing', ...members };
};
export const undeclared = (edge: EdgeCase): EdgeCase => ({ ...edge, ...says(() => ({ gaps: [] })) });
export const gap = (members: Partial<Gap>, trait?: SampleTrait): EdgeCase =>
  says((manifest) => ({ gaps: [gapOf(manifest, members)] }), trait);

/** A log is stamped when an hour is full, or as soon as can be. */
export const stampedAt = ({ sealedAt }: Manifest): number => Math.ceil(sealedAt / HOUR) * HOUR + STAMP_TAKES_MS;
export const sealedAfterStamp = (ms: number): EdgeCase => says((manifest) => ({ sealedAt: stampedAt(manifest) + ms }));
export const sealedAfterLast = (ms: number): EdgeCase =>
  says((manifest) => ({ sealedAt: (manifest.chunks.at(-1)?.receivedAt ?? 0) + ms }));

export const consentOf = ({ consents }: Manifest) => consents[0] as ConsentGiven;
export const lastEnd = ({ documents }: Manifest) => Math.max(...documents.map(({ bottomAt }) => bottomAt ?? 0));
export const savedAt = ({ server }: Manifest) => server.find(({ what }) => what === 'order-saved')?.at ?? 0;
export const consent = (at: (manifest: Manifest) => number, offsetMs = 0): EdgeCase =>
  says((manifest) => ({
    clock: { offsetMs, rttMs: 1 },
    consents: [{ ...consentOf(manifest), at: at(manifest) }],
  }));
export const clock = (offsetMs: number): EdgeCase => says(() => ({ clock: { offsetMs, rttMs: 1 } }));
export type Reading = Manifest['documents'][number];
export const notToTheEnd = (name: string): EdgeCase =>
  says(({ documents }) => ({
    documents: documents.map((one) => (one.id === name ? { ...one, bottomAt: null } : one)),
  }));
export const again = (members: Partial<Reading>): EdgeCase =>
  says(({ documents }) => ({ documents: [...documents, { ...(documents[0] as Reading), ...members }] }));
type Place = ManifestChunk['capture'];
export const capture = (change: (place: Place, all: ManifestChunk[]) => Partial<Place>): EdgeCase =>
  seals(({ chunks }) => {
    const { capture: place } = chunks[0] as ManifestChunk;
    Object.assign(place, change(place, chunks));
  });

export const withJson = (name: string, change: (value: never) => unknown): EdgeCase => ({
  files: (files) => {
    const value = JSON.parse(files.get(name)?.toString() ?? 'null') as never;
    files.set(name, Buffer.from(JSON.stringify(change(value))));
  },
});

export function otherByte(files: Files, name: string, at: number): void {
  const bytes = Buffer.from(bytesOf(files, name));
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] as number) ^ 1;
  files.set(name, bytes);
}

/** The certificates of the stamps with something else in the place of each end of a line. */
export function pemWith(files: Files, end: string): void {
  for (const name of named(files, /^stamps\/.*\.pem$/)) {
    files.set(name, Buffer.from(bytesOf(files, name).toString().replaceAll('\n', end), 'latin1'));
  }
}

export function alsoIn(files: Files, from: string, to: string): void {
  const [more, list] = [from, to].map((name) => JSON.parse(bytesOf(files, name).toString())) as [unknown[], unknown[]];
  files.set(to, Buffer.from(JSON.stringify([...list, ...more])));
}

/** A reply whose status, which nobody signed, tells of another time. */
export const statusTells: EdgeCase['files'] = (files) => {
  for (const name of named(files, /^stamps\/.*\.tsr$/)) {
    const token = parts(readDer(bytesOf(files, name)));
    token.next(TAG.SEQUENCE);
    const words = der(0x0c, Buffer.from('x\nTime stamp: Jan  1 00:00:00 2020 GMT\n'));
    const status = der(TAG.SEQUENCE, der(TAG.INTEGER, Buffer.of(0)), der(TAG.SEQUENCE, words));
    files.set(name, der(TAG.SEQUENCE, status, token.any().bytes));
  }
};
