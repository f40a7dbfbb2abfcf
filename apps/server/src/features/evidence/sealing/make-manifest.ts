import { sha256 } from '@huimin/evidence/bytes';
import type { TimedMark } from '@huimin/evidence/events';
import { isBelieved, readJourney } from '@huimin/evidence/journey';
import {
  type CapturePlace,
  chainHead,
  FORMAT,
  findGaps,
  type Gap,
  MANIFEST_FLAGS,
  type Manifest,
  undeclaredGaps,
} from '@huimin/evidence/sealed';
import type { ChunkRow, RecordingRow } from '../../recording/index.ts';
import type { OpenedChunk } from './read-chunks.ts';
import type { ObjectPlan } from './sealing-store.ts';

export interface ManifestInput {
  readonly recording: RecordingRow;
  readonly plan: ObjectPlan;
  /** Hash of the manifest before. */
  readonly previous: string | null;
  readonly opened: readonly OpenedChunk[];
  readonly captured: readonly CapturePlace[];
  /** Chunks of the objects before, and the gaps those told of. */
  readonly earlier: readonly ChunkRow[];
  readonly declared: readonly Gap[];
  readonly order: Manifest['order'];
}

/** The manifest of a plan: the same for the same plan, whenever and wherever it is made. */
export function makeManifest(input: ManifestInput): Manifest {
  const { recording, plan, opened, captured, order } = input;
  const headers = opened.map(({ chunk }) => chunk.header);
  const hashes = opened.map(({ chunk }) => sha256(chunk.bytes));
  const journey = readJourney(opened.map(({ marked }) => marked));
  const pieces = [...input.earlier.map(pieceOf), ...headers];
  const gaps = [...undeclaredGaps(findGaps(pieces), input.declared), ...journey.gaps];
  const believed = opened.filter(({ marked }) => isBelieved(marked));
  const flags = new Set<string>(headers.flatMap((header) => header.flags));
  if (recording.unrecorded) flags.add('unrecorded');
  return {
    format: FORMAT,
    trace: plan.trace,
    addendum: plan.addendum,
    previous: input.previous,
    sealedAt: plan.sealed_at,
    chain: { count: opened.length, head: chainHead(plan.trace, plan.addendum, hashes).toString('hex') },
    chunks: headers.map((header, index) => ({
      sha256: (hashes[index] as Buffer).toString('hex'),
      length: (opened[index] as OpenedChunk).chunk.bytes.length,
      kind: header.kind,
      tab: header.tab,
      seq: header.seq,
      receivedAt: header.receivedAt,
      events: header.events,
      firstAt: header.firstAt,
      lastAt: header.lastAt,
      flags: [...header.flags],
      capture: captured[index] as CapturePlace,
    })),
    gaps,
    flags: MANIFEST_FLAGS.filter((flag) => flags.has(flag)),
    order,
    holder: recording.holder?.toString('hex') ?? null,
    product: recording.product ?? '',
    builds: distinct(believed.map(({ chunk }) => chunk.header.build)),
    tables: distinct(opened.map(({ table }) => table)),
    pages: journey.pages,
    documents: journey.documents,
    consents: journey.consents,
    server: opened.flatMap(({ note }) => note ?? []),
    clock: journey.clock,
    keys: { kek: recording.kek },
    retention: { class: plan.kept_class, until: plan.kept_until },
    recorder: environmentOf(believed)?.recorder ?? '',
  };
}

/** What the phone said of itself, last. */
export function environmentOf(opened: readonly OpenedChunk[]): Extract<TimedMark, { tag: 'env' }> | null {
  const marks = opened.flatMap(({ marked }) => (isBelieved(marked) ? marked.marks : []));
  return marks.findLast((mark) => mark.tag === 'env') ?? null;
}

/** No visit names so many; a manifest with more could not be written. */
const MOST_NAMED = 1_000;
const distinct = (words: readonly string[]): string[] =>
  [...new Set(words)]
    .filter((word) => word !== '')
    .slice(0, MOST_NAMED)
    .sort();

/** A chunk of an object before; what it goes on from was looked at then. */
function pieceOf(row: ChunkRow) {
  const { tab, seq, kind, flags } = row;
  return {
    ...{ tab, seq, kind, prev: '', dataSha256: row.data_sha256.toString('hex') },
    ...{ firstAt: Number(row.first_at), lastAt: Number(row.last_at), flags: flags as [] },
  };
}
