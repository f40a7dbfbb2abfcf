import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { sha256Hex } from '@huimin/evidence/bytes';
import { readEntry } from '@huimin/evidence/log';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { keysOrWhy } from '../recording/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { tellStory } from './happenings.ts';
import { openRecording } from './open-recording.ts';
import { seenRecording } from './recording-scope.ts';
import type { ReplayDependencies } from './replay-deps.ts';
import { useOf } from './standing.ts';

interface Words {
  readonly title: string;
  readonly blocks: { kind: 'heading' | 'paragraph' | 'list' | 'strong'; text?: string; items?: string[] }[];
}

/** The words that a recording showed, by their hash: out of the store in which they were registered, not from today's table. */
export function readShownDocument(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['readShownDocument']> {
  const { query } = deps.database;
  return async ({ trace, sha256 }, request) => {
    const recording = await seenRecording(deps, request.member, trace);
    const { keys, why } = await keysOrWhy(() => recording && deps.recordings.keysOf(recording));
    if (why !== null) return fail('staff-rule', why);
    if (!recording || !keys || !(await useOf(query, recording)).mayBeUsed) {
      return fail('not-found', '这个会话里没有这份文件');
    }
    const { journey } = tellStory(await openRecording(deps, keys, trace));
    const shown = journey.documents.find((document) => document.sha256 === sha256);
    const bytes = shown === undefined ? null : await deps.store.get(`documents/${sha256}`);
    if (shown === undefined || bytes === null) return fail('not-found', '这个会话里没有这份文件，或者没有登记过');
    const words = JSON.parse(bytes.toString()) as Words;
    await request.note({ subject: trace, detail: `${words.title}第 ${shown.version} 版` });
    return ok({
      title: words.title,
      version: shown.version,
      sha256,
      whole: sha256Hex(bytes) === sha256,
      registered: await registeredAs(query, shown),
      blocks: words.blocks,
    });
  };
}

/** The entry of the public log by which this version was registered, as far as it has its number. */
async function registeredAs(query: Query, { id, version, sha256 }: { id: string; version: number; sha256: string }) {
  const rows = await query<{ entry: Buffer; position: bigint; appended_at: number }>(
    `select entry, position, appended_at from log_entries
     where key like 'document/%' and key like $1 and position is not null order by position`,
    [`document/%/${id.replace(/[\\%_]/g, '\\$&')}/${version}`],
  );
  const found = rows.find(({ entry }) => {
    const read = readEntry(entry);
    return read?.type === 'document' && read.sha256 === sha256;
  });
  return found ? { entry: Number(found.position), at: beijingDateTime(found.appended_at) } : null;
}
