import { isDamage } from '@huimin/evidence/bytes';
import { type ChunkHeader, openPart, readChunk, type ServerEvent } from '@huimin/evidence/chunk';
import {
  expandEvents,
  mapStrings,
  type RecordedEvent,
  readEvents,
  readValues,
  TooDeep,
  type TypedValue,
  UnknownNode,
  UnknownString,
} from '@huimin/evidence/events';
import type { ObjectStore } from '../../ports/object-store.ts';
import {
  ChunkDamaged,
  type ChunkRow,
  chunksOfRecording,
  type RecordingKeys,
  type Recordings,
  readChunks,
} from '../recording/index.ts';
import type { EvidenceFiles } from './evidence-files.ts';
import { sealedChunks } from './sealed-chunks.ts';

/** One batch, decrypted. */
export interface OpenedChunk {
  /** Its place in the order in which it is played. */
  readonly number: number;
  readonly row: ChunkRow;
  readonly header: ChunkHeader | null;
  readonly events: readonly RecordedEvent[];
  readonly server: readonly ServerEvent[];
  readonly values: readonly TypedValue[];
  /** Why there is nothing to show, as a sentence. */
  readonly problem: string | null;
}

/** A batch that came once more, or instead of another, is not played. */
const isPlayed = ({ kind, standing }: ChunkRow) => kind === 'client' && standing === 0;

/**
 * The batches in the order in which they are played: page life after page life, each in its own order, then what the
 * server added. Their numbers are places in this list.
 */
export function inPlayingOrder(rows: readonly ChunkRow[]): ChunkRow[] {
  const begins = new Map<string, bigint>();
  for (const { tab, first_at: at } of rows.filter(isPlayed)) {
    const earliest = begins.get(tab);
    if (earliest === undefined || at < earliest) begins.set(tab, at);
  }
  const beginOf = ({ tab }: ChunkRow) => begins.get(tab) ?? 0n;
  const client = rows.filter(isPlayed).sort((a, b) => {
    if (a.tab === b.tab) return a.seq - b.seq;
    const [first, second] = [beginOf(a), beginOf(b)];
    return first < second || (first === second && a.tab < b.tab) ? -1 : 1;
  });
  return [...client, ...rows.filter((row) => !isPlayed(row))];
}

export interface Opening {
  readonly recordings: Recordings;
  readonly files: EvidenceFiles;
  readonly store: ObjectStore;
}

/** Reads and decrypts batches; what is damaged says so in its place and hides nothing else. */
export async function openChunks(
  { recordings, files, store }: Opening,
  keys: RecordingKeys,
  rows: readonly { readonly row: ChunkRow; readonly number: number }[],
): Promise<OpenedChunk[]> {
  const opened: OpenedChunk[] = [];
  const sealed = sealedChunks(
    recordings,
    store,
    rows.map(({ row }) => row),
  );
  const tables = new Map<string, readonly string[] | null>();
  for (const { row, number } of rows) {
    const nothing = { number, row, header: null, events: [], server: [], values: [] };
    // Once sealed, its segment goes.
    const bytes = (await sealed(row)) ?? (await unsealed(recordings, row));
    const chunk = bytes === null ? null : readChunk(bytes);
    if (chunk === null || isDamage(chunk)) {
      opened.push({ ...nothing, problem: `第 ${number + 1} 批读不出来，和收下时不一样` });
      continue;
    }
    const { header } = chunk;
    const [view, values] = [openPart(chunk, 'view', keys.view), openPart(chunk, 'values', keys.values)];
    if (isDamage(view) || isDamage(values)) {
      opened.push({ ...nothing, header, problem: `第 ${number + 1} 批解不开` });
      continue;
    }
    if (header.kind === 'server') {
      opened.push({ ...nothing, header, server: serverEvents(view), problem: null });
      continue;
    }
    if (!tables.has(header.table)) tables.set(header.table, header.table === '' ? [] : await files.table(header.table));
    const table = tables.get(header.table) ?? null;
    const packed = readEvents(view);
    const isPlain = header.flags.includes('plain');
    const events = table === null || packed === null ? null : expanded(packed, isPlain ? null : table);
    const problem =
      events !== null
        ? null
        : table === null
          ? `第 ${number + 1} 批用到的字符表没有保存`
          : `第 ${number + 1} 批不是能回放的事件`;
    opened.push({ ...nothing, header, events: events ?? [], values: readValues(values) ?? [], problem });
  }
  return opened;
}

/** Every batch of a recording. */
export async function openRecording(opening: Opening, keys: RecordingKeys, trace: string): Promise<OpenedChunk[]> {
  const rows = inPlayingOrder(await chunksOfRecording(opening.recordings.database.query, trace));
  return openChunks(
    opening,
    keys,
    rows.map((row, number) => ({ row, number })),
  );
}

/** Null: as nobody can play them. A plain client has no table. */
function expanded(events: RecordedEvent[], table: readonly string[] | null): RecordedEvent[] | null {
  try {
    return table === null ? (mapStrings(events, (text) => text) as RecordedEvent[]) : expandEvents(events, table);
  } catch (problem) {
    if (problem instanceof UnknownString || problem instanceof UnknownNode || problem instanceof TooDeep) return null;
    throw problem;
  }
}

function serverEvents(data: string): ServerEvent[] {
  const list: unknown = JSON.parse(data);
  return Array.isArray(list) ? list : [];
}

async function unsealed(recordings: Recordings, row: ChunkRow): Promise<Buffer | null> {
  try {
    return (await readChunks(recordings, [row]))[0] ?? null;
  } catch (problem) {
    if (problem instanceof ChunkDamaged) return null;
    throw problem;
  }
}
