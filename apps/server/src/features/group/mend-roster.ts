import type { RosterRow } from '@huimin/domain/group';
import type { Query } from '../../db/database.ts';
import { ABSENT, type Done, notSo } from './bills.ts';
import type { GroupDependencies } from './group-deps.ts';
import { type GroupRow, lockGroup, noteGroup } from './group-store.ts';
import { PERSON_SEAL } from './people-store.ts';
import { LEAVING, personOf } from './read-roster.ts';
import { coveredPeople, type FileRow, knownPeople, listPeople, newestFile } from './roster-store.ts';

/** Puts a line right in its place: what is typed anew is checked like any line, and the person is asked like the others. */
export function mendRow(
  deps: GroupDependencies,
  groupId: bigint,
  line: number,
  row: RosterRow,
  by: string,
): Promise<Done> {
  return withLine(deps, groupId, line, async (query, group, file) => {
    const nowMs = deps.clock.now();
    const read = personOf(deps, row, nowMs);
    if ('problem' in read) return notSo(`${read.problem}。${read.fix}`);
    const { details, regionCode, index } = read;
    const [known] = await knownPeople(query, group, [index]);
    if (known?.status === 'leaving') return notSo(`${LEAVING.problem}。${LEAVING.fix}`);
    if (known) return notSo(`和第 ${known.line} 行是同一个人。把这一行移出名单就行`);
    if ((await coveredPeople(query, group.edition_code, [index])).size > 0) {
      return notSo('这个人这一年已经参保。把这一行移出名单，不重复收费');
    }
    const id = deps.orderIds.next(group.shard);
    const detailsSealed = deps.vault.sealJson(PERSON_SEAL, details);
    await listPeople(
      query,
      file,
      [{ ...{ id, line, regionCode, detailsSealed }, personIndex: index, sameAs: null }],
      nowMs,
    );
    await query('update group_people set invite_due_at = $3 where shard = $1 and id = $2', [
      group.shard,
      id,
      new Date(nowMs),
    ]);
    await takeOutLine(query, file, line, 1);
    await noteGroup(deps, query, group, { kind: 'row-mended', actor: by, note: `第 ${line} 行`, nowMs });
    return { kind: 'done' };
  });
}

/** Takes a line out that cannot be put right. */
export function dropRow(deps: GroupDependencies, groupId: bigint, line: number, by: string): Promise<Done> {
  return withLine(deps, groupId, line, async (query, group, file) => {
    await takeOutLine(query, file, line, 0);
    const nowMs = deps.clock.now();
    await noteGroup(deps, query, group, { kind: 'row-dropped', actor: by, note: `第 ${line} 行`, nowMs });
    return { kind: 'done' };
  });
}

function withLine(
  deps: GroupDependencies,
  groupId: bigint,
  line: number,
  work: (query: Query, group: GroupRow, file: FileRow) => Promise<Done>,
): Promise<Done> {
  return deps.database.transaction(async (query) => {
    const group = await lockGroup(query, groupId);
    if (!group) return ABSENT;
    const file = await newestFile(query, group);
    if (group.status !== 'collecting') return notSo('名单收集中才能改名单');
    if (!file || file.state === 'waiting') return notSo('名单还在读取，请稍后再改');
    const [problem] = await query<{ file_id: bigint }>(
      'select file_id from group_row_problems where shard = $1 and group_id = $2 and line = $3 for update',
      [group.shard, group.id, line],
    );
    if (!problem) return notSo('这一行已经改好或者移出了，请刷新');
    // Lines of the list that counts; the newest file may be one that could not be read.
    return work(query, group, { ...file, id: problem.file_id });
  });
}

async function takeOutLine(query: Query, file: FileRow, line: number, good: 0 | 1): Promise<void> {
  await query('delete from group_row_problems where shard = $1 and group_id = $2 and line = $3', [
    file.shard,
    file.group_id,
    line,
  ]);
  await query(
    `update group_files set rows_bad = greatest(0, rows_bad - 1), rows_good = rows_good + $3 where shard = $1 and id = $2`,
    [file.shard, file.id, good],
  );
}
