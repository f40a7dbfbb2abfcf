import type { ConsoleCalls } from '@huimin/contract/console';
import type { RecordedEvent } from '@huimin/evidence/events';
import { cleanEvents } from '@huimin/evidence/replay';
import { fail, ok } from '../../http/handler.ts';
import { type ChunkRow, chunksOfRecording, keysOrWhy, openKeys } from '../recording/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { addressesIn } from './addresses.ts';
import { mayDrawUnmasked } from './export-grants.ts';
import { fillValues, maskPlain, maskValue } from './mask-values.ts';
import { inPlayingOrder, type OpenedChunk, openChunks } from './open-recording.ts';
import { seenRecording } from './recording-scope.ts';
import type { ReplayDependencies } from './replay-deps.ts';
import { useOf } from './standing.ts';
import { unmaskedUntil } from './unmasking.ts';

/** The first answer is small, so that something is seen at once. */
const FIRST_BYTES = 128 * 1024;
const PAGE_BYTES = 1024 * 1024;
const ASSET = /asset:([0-9a-f]{64})/g;

/** Events for the player: values masked unless another person agreed, and nothing that runs or loads. */
export function readRecordingEvents(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['readRecordingEvents']> {
  const { query } = deps.database;
  return async ({ trace, from = 0, tab, unmasked = false }, request) => {
    const recording = await seenRecording(deps, request.member, trace);
    if (recording === null) return fail('not-found', '没有这个会话记录');
    const use = await useOf(query, recording);
    if (!use.mayBeUsed) return fail('staff-rule', use.refusal);
    const until = unmasked ? await unmaskedUntil(query, recording, request.member.id, deps.clock.now()) : null;
    const drawn =
      unmasked && until === null && (await mayDrawUnmasked(query, trace, request.member.id, deps.clock.now()));
    if (unmasked && until === null && !drawn) return fail('staff-rule', '看原文要写原因，第二个人同意后可看 15 分钟');
    const reason = drawn ? '打印证据报告（含原文）' : unmasked ? '看原文' : '看画面（遮盖）';
    if (from === 0) await request.note({ subject: trace, detail: reason });
    const { keys, why } = await keysOrWhy(() => deps.recordings.keysOf(recording));
    if (why !== null) return fail('staff-rule', why);
    if (keys === null) return fail('staff-rule', '这个记录已到期销毁，画面不在了');
    if (unmasked && from === 0) await openKeys(deps.recordings, trace, { by: String(request.member.id), reason });
    const stored = await chunksOfRecording(query, trace);
    const rows = inPlayingOrder(tab === undefined ? stored : stored.filter((row) => row.tab === tab));
    const wanted = pageOf(rows, from);
    const numbered = rows.map((row, number) => ({ row, number }));
    // What the same page life typed before is needed too: its numbers go on counting.
    const tabs = new Set(wanted.map(({ tab }) => tab));
    const earlier = numbered.slice(0, from).filter(({ row }) => tabs.has(row.tab));
    const end = from + wanted.length;
    const before = await openChunks(deps, keys, earlier);
    const now = await openChunks(deps, keys, numbered.slice(from, end));
    const values = new Map<string, Map<number, string>>();
    for (const chunk of before) takeValues(values, chunk);
    const show = unmasked ? (value: string) => value : maskValue;
    const events: RecordedEvent[] = [];
    for (const chunk of now) {
      const known = takeValues(values, chunk);
      const filled = fillValues(chunk.events, known, show);
      const shown = unmasked || !chunk.row.flags.includes('plain') ? filled : maskPlain(filled);
      const assets = await addressesIn(deps.files, chunk.header?.build ?? '', shown);
      events.push(...cleanEvents(shown, (address) => assets(address)));
    }
    const assets = [...new Set(Array.from(JSON.stringify(events).matchAll(ASSET), ([, sha256]) => sha256 as string))];
    const more = rows.slice(end).some(({ kind, standing }) => kind === 'client' && standing === 0);
    return ok({ events, assets, next: more ? end : null });
  };
}

/** The chunks of one answer: at least one. */
function pageOf(rows: readonly ChunkRow[], from: number): ChunkRow[] {
  const page: ChunkRow[] = [];
  let bytes = 0;
  for (const row of rows.slice(from)) {
    if (row.kind !== 'client' || row.standing !== 0) break;
    bytes += row.length;
    if (page.length > 0 && bytes > (from === 0 ? FIRST_BYTES : PAGE_BYTES) / 8) break;
    page.push(row);
  }
  return page;
}

function takeValues(all: Map<string, Map<number, string>>, { row, values }: OpenedChunk): Map<number, string> {
  const known = all.get(row.tab) ?? new Map<number, string>();
  all.set(row.tab, known);
  for (const { k, v } of values) known.set(k, v);
  return known;
}
