import { GROUP_PERSON_STATUS_TABLE, type GroupPersonEvent, type GroupPersonStatus } from '@huimin/domain/group';
import { moveOf } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';
import type { PersonDetails } from '../insured/index.ts';
import type { GroupRow } from './group-store.ts';

type Of = Pick<GroupRow, 'shard' | 'id'>;

export interface PersonRow {
  shard: number;
  id: bigint;
  group_id: bigint;
  line: number;
  person_index: Buffer;
  details_sealed: Buffer;
  region_code: string | null;
  status: GroupPersonStatus;
  link_until: number | null;
  invited_at: number | null;
  invites: number;
  agreed_documents: { key: string; version: number }[] | null;
  answered_at: number | null;
  bill_id: bigint | null;
  order_id: bigint | null;
  note: string | null;
}

export const PERSON_COLUMNS = `shard, id, group_id, line, person_index, details_sealed, region_code, status, link_until,
  invited_at, invites, agreed_documents, answered_at, bill_id, order_id, note`;
export const PERSON_SEAL = 'group-person';

export function groupPersonDetails(
  { vault }: { readonly vault: { openJson<T>(purpose: string, sealed: Buffer): T } },
  row: Pick<PersonRow, 'details_sealed'>,
): PersonDetails {
  return vault.openJson<PersonDetails>(PERSON_SEAL, row.details_sealed);
}

export type PersonCounts = Record<GroupPersonStatus, number>;

export async function countPeople(query: Query, group: Of): Promise<PersonCounts> {
  const rows = await query<{ status: GroupPersonStatus; people: number }>(
    'select status, count(*)::integer as people from group_people where shard = $1 and group_id = $2 group by status',
    [group.shard, group.id],
  );
  const counts: PersonCounts = {
    waiting: 0,
    confirmed: 0,
    declined: 0,
    billed: 0,
    insured: 0,
    dropped: 0,
    leaving: 0,
    removed: 0,
  };
  for (const { status, people } of rows) counts[status] = people;
  return counts;
}

/** In the order of the list, from a line on. */
export async function peopleOfGroup(
  query: Query,
  group: Of,
  from: { readonly status: string | null; readonly afterId: bigint | null; readonly limit: number },
): Promise<PersonRow[]> {
  return query<PersonRow>(
    `select ${PERSON_COLUMNS} from group_people
     where shard = $1 and group_id = $2 and ($3::text is null or status = $3)
       and ($4::bigint is null or (line, id) > (select p.line, p.id from group_people p where p.shard = $1 and p.id = $4))
     order by line, id limit $5`,
    [group.shard, group.id, from.status, from.afterId, from.limit],
  );
}

/** Moves people by the table; answers those that moved. Others changed meanwhile and stay. */
export async function movePeople(
  query: Query,
  shard: number,
  ids: readonly bigint[],
  event: GroupPersonEvent,
  note: string | null = null,
): Promise<bigint[]> {
  if (ids.length === 0) return [];
  const { from, to } = moveOf(GROUP_PERSON_STATUS_TABLE, event);
  const rows = await query<{ id: bigint }>(
    `update group_people set status = $3, note = coalesce($5, note)
     where shard = $1 and id = any($2) and status = any($4::text[]) returning id`,
    [shard, ids, to, from, note],
  );
  return rows.map((row) => row.id);
}
