import { isDamage, sha256Hex } from '@huimin/evidence/bytes';
import { type Chunk, openPart, readChunk, type ServerEvent } from '@huimin/evidence/chunk';
import { expandEvents, marksIn, readEvents, type TimedMark } from '@huimin/evidence/events';
import type { MarkedChunk } from '@huimin/evidence/journey';
import type { ServerNote } from '@huimin/evidence/sealed';
import type { RecordingKeys } from '../../recording/index.ts';

/** String tables of builds, by their hash; null for one that nobody has. */
export type FindTable = (sha256: string) => Promise<readonly string[] | null>;

/** What a chunk holds, as far as a manifest speaks of it. */
export interface OpenedChunk {
  readonly chunk: Chunk;
  readonly marked: MarkedChunk;
  readonly note: ServerNote | null;
  /** The table that its events were written with, as far as there is one of this name. */
  readonly table: string;
}

const CUSTOM = 5;

/** Takes stored chunks apart and reads their marks. What cannot be opened or expanded says nothing. */
export async function openChunks(
  stored: readonly Buffer[],
  keys: RecordingKeys | null,
  findTable: FindTable,
): Promise<OpenedChunk[]> {
  const tables = new Map<string, readonly string[] | null>([['', []]]);
  const opened: OpenedChunk[] = [];
  for (const bytes of stored) {
    const chunk = readChunk(bytes);
    if (isDamage(chunk)) throw new Error(`a stored chunk cannot be read: ${chunk.damage}`);
    const { header } = chunk;
    const data = keys ? openPart(chunk, 'view', keys.view) : '';
    const { tab, seq, build, flags, table } = header;
    if (!tables.has(table)) tables.set(table, await findTable(table));
    const isClient = header.kind === 'client';
    const marks = isClient && !isDamage(data) ? marksOf(data, tables.get(table) ?? null) : [];
    const note = isClient || isDamage(data) ? null : noteOf(data, sha256Hex(bytes));
    opened.push({ chunk, marked: { tab, seq, build, flags, marks }, note, table: tables.get(table) ? table : '' });
  }
  return opened;
}

function marksOf(data: string, table: readonly string[] | null): TimedMark[] {
  const events = readEvents(data)?.filter(({ type }) => type === CUSTOM) ?? [];
  if (events.length === 0 || table === null) return [];
  try {
    return marksIn(expandEvents(events, table));
  } catch {
    return [];
  }
}

function noteOf(data: string, sha256: string): ServerNote | null {
  if (data === '') return null;
  const [event] = JSON.parse(data) as ServerEvent[];
  return event ? { what: event.what, at: event.at, sha256 } : null;
}
