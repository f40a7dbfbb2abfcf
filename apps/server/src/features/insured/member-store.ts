import { bigints, integers, smallints } from '../../db/binary-array.ts';
import type { Query } from '../../db/database.ts';
import type { WriteKind } from '../../db/group-commit.ts';
import type { SessionUser } from '../../http/handler.ts';
import type { RelationshipCode } from './person-details.ts';

type Owner = Pick<SessionUser, 'id' | 'shard'>;

/** How many people one user keeps at most. */
export const MAX_MEMBERS = 30;

export interface MemberRow {
  readonly id: bigint;
  readonly personIndex: Buffer;
  readonly detailsSealed: Buffer;
  readonly relationship: RelationshipCode;
  readonly regionCode: string;
}

export interface MemberContent {
  readonly personIndex: Buffer;
  readonly detailsSealed: Buffer;
  readonly relationship: RelationshipCode;
  readonly regionCode: string;
}

/**
 * The one place where ownership is decided: people of (shard, user) only, all of them or the ids asked for; himself
 * first, then in the order they were added.
 */
export async function ownMembers(query: Query, user: Owner, ids: readonly bigint[] | null): Promise<MemberRow[]> {
  return query<MemberRow>(
    `select id, person_index as "personIndex", details_sealed as "detailsSealed", relationship,
       region_code as "regionCode"
     from members
     where shard = $1 and user_id = $2 and removed_at is null and ($3::bigint[] is null or id = any($3))
     order by relationship <> '00', id`,
    [user.shard, user.id, ids],
  );
}

/** People asked for by one request: the owner's, by id. */
export interface MemberRequest {
  readonly user: SessionUser;
  readonly ids: readonly bigint[];
}

const READ_TOGETHER = `
select g.request, m.id, m.person_index as "personIndex", m.details_sealed as "detailsSealed", m.relationship,
  m.region_code as "regionCode"
from unnest($1::integer[], $2::smallint[], $3::bigint[], $4::bigint[]) as g(request, shard, user_id, id)
join members m on m.shard = g.shard and m.id = g.id and m.user_id = g.user_id and m.removed_at is null`;

/**
 * The people of all orders that are being saved at the same moment, in one statement: on the day a sale opens this is
 * the one read of the order path, and a round trip each would cost more than the saving.
 */
export function readMembers(groupByShard: boolean): WriteKind<MemberRequest, MemberRow[]> {
  return {
    name: 'read-members',
    ...(groupByShard ? { groupOf: (request: MemberRequest) => request.user.shard } : {}),
    async flush(query, requests) {
      const asked = requests.flatMap(({ user, ids }, request) => ids.map((id) => ({ request, user, id })));
      const rows = await query<MemberRow & { request: number }>(READ_TOGETHER, [
        integers(asked.map(({ request }) => request)),
        smallints(asked.map(({ user }) => user.shard)),
        bigints(asked.map(({ user }) => user.id)),
        bigints(asked.map(({ id }) => id)),
      ]);
      const found = requests.map((): MemberRow[] => []);
      for (const { request, ...row } of rows) found[request]?.push(row);
      return found;
    },
  };
}

export type MemberWrite =
  | { readonly kind: 'stored'; readonly id: bigint }
  | { readonly kind: 'full' | 'second-self' | 'same-person' | 'not-found' };

/**
 * Adds a person, or brings the row of the same person up to date. Two requests at the limit at the same moment may
 * together pass it by one, which harms nobody.
 */
export async function saveMember(
  query: Query,
  user: SessionUser,
  id: bigint,
  content: MemberContent,
  nowMs: number,
): Promise<MemberWrite> {
  return refusedByIndex(async () => {
    const [row] = await query<{ id: bigint }>(
      `insert into members (shard, id, user_id, person_index, details_sealed, relationship, region_code,
         consent_at, created_at, updated_at)
       select $1::smallint, $3::bigint, $2::bigint, $4::bytea, $5::bytea, $6::text, $7::text,
         $8::timestamptz, $8::timestamptz, $8::timestamptz
       where (select count(*) from members
              where shard = $1 and user_id = $2 and removed_at is null and person_index <> $4) < $9
       on conflict (shard, user_id, person_index) where removed_at is null do update set
         details_sealed = excluded.details_sealed, relationship = excluded.relationship,
         region_code = excluded.region_code, consent_at = excluded.consent_at, updated_at = excluded.updated_at
       returning id`,
      [
        user.shard,
        user.id,
        id,
        content.personIndex,
        content.detailsSealed,
        content.relationship,
        content.regionCode,
        new Date(nowMs),
        MAX_MEMBERS,
      ],
    );
    return row ? { kind: 'stored', id: row.id } : { kind: 'full' };
  });
}

export async function changeMember(
  query: Query,
  user: Owner,
  id: bigint,
  content: MemberContent,
  nowMs: number,
): Promise<MemberWrite> {
  return refusedByIndex(async () => {
    const [row] = await query<{ id: bigint }>(
      `update members set person_index = $4, details_sealed = $5, relationship = $6, region_code = $7,
         consent_at = $8, updated_at = $8
       where shard = $1 and user_id = $2 and id = $3 and removed_at is null returning id`,
      [
        user.shard,
        user.id,
        id,
        content.personIndex,
        content.detailsSealed,
        content.relationship,
        content.regionCode,
        new Date(nowMs),
      ],
    );
    return row ? { kind: 'stored', id: row.id } : { kind: 'not-found' };
  });
}

/** How long a removal can be undone; then what was kept about the person is gone. */
const UNDO_MS = 10 * 60_000;

/** Takes a person off the list; orders have their own copy. True also when it was removed before. */
export async function removeMember(query: Query, user: SessionUser, id: bigint, nowMs: number): Promise<boolean> {
  const rows = await query(
    `update members set removed_at = coalesce(removed_at, $4)
     where shard = $1 and user_id = $2 and id = $3 returning 1 as removed`,
    [user.shard, user.id, id, new Date(nowMs)],
  );
  return rows.length === 1;
}

/** Undoes a removal of a moment ago; not for a person who was added anew since. */
export async function restoreMember(query: Query, user: SessionUser, id: bigint, nowMs: number): Promise<MemberWrite> {
  return refusedByIndex(async () => {
    const rows = await query(
      `update members set removed_at = null
       where shard = $1 and user_id = $2 and id = $3
         and (removed_at is null or (removed_at > $4 and details_sealed <> ''))
         and (select count(*) from members
              where shard = $1 and user_id = $2 and removed_at is null and id <> $3) < $5
       returning 1 as restored`,
      [user.shard, user.id, id, new Date(nowMs - UNDO_MS), MAX_MEMBERS],
    );
    return rows.length === 1 ? { kind: 'stored', id } : { kind: 'not-found' };
  });
}

/** Everybody of whom an account keeps details, by their keyed hash. */
export async function keptPersons(query: Query, owner: Owner): Promise<Buffer[]> {
  const rows = await query<{ person_index: Buffer }>(
    `select person_index from members where shard = $1 and user_id = $2 and details_sealed <> ''`,
    [owner.shard, owner.id],
  );
  return rows.map((row) => row.person_index);
}

/**
 * Forgets at once whom an account keeps and never put into one of its orders, as insured or as payer, its owner too, but for
 * those who are needed still. Answers how many, and how many of the needed would have gone.
 */
export async function eraseUninsuredMembers(
  query: Query,
  owner: Owner,
  needed: readonly Buffer[],
  nowMs: number,
): Promise<{ readonly gone: number; readonly left: number }> {
  const rows = await query<{ gone: boolean }>(
    `update members m set
       removed_at = case when person_index = any($4::bytea[]) then removed_at else coalesce(removed_at, $3) end,
       details_sealed = case when person_index = any($4::bytea[]) then details_sealed else '' end
     where shard = $1 and user_id = $2 and details_sealed <> '' and not exists (
       select 1 from orders o where o.shard = $1 and o.user_id = $2 and o.policyholder_index = m.person_index
     ) and not exists (
       select 1 from orders o join insured i on i.shard = o.shard and i.order_id = o.id
       where o.shard = $1 and o.user_id = $2 and i.person_index = m.person_index
     ) returning details_sealed = '' as gone`,
    [owner.shard, owner.id, new Date(nowMs), needed],
  );
  const gone = rows.filter((row) => row.gone).length;
  return { gone, left: rows.length - gone };
}

/** Forgets at once everybody whom an account kept. What its orders say of them stands with the orders. */
export async function eraseAllMembers(query: Query, owner: Owner, nowMs: number): Promise<void> {
  await query(
    `update members set removed_at = coalesce(removed_at, $3), details_sealed = ''
     where shard = $1 and user_id = $2 and details_sealed <> ''`,
    [owner.shard, owner.id, new Date(nowMs)],
  );
}

/** Forgets what was kept about people whose removal cannot be undone any more. Safe to repeat. */
export async function forgetRemovedMembers(query: Query, nowMs: number): Promise<void> {
  await query(`update members set details_sealed = '' where removed_at <= $1 and details_sealed <> ''`, [
    new Date(nowMs - UNDO_MS),
  ]);
}

/** The unique indexes decide; their refusals are answers, not faults. (A distributed engine adds to their names.) */
async function refusedByIndex(write: () => Promise<MemberWrite>): Promise<MemberWrite> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint?.startsWith('members_one_self')) return { kind: 'second-self' };
    if (code === '23505' && constraint?.startsWith('members_by_person')) return { kind: 'same-person' };
    throw error;
  }
}

export interface ClaimRow {
  readonly personIndex: Buffer;
  readonly userId: bigint;
  /** Infinity once paid. */
  readonly expiresAtMs: number;
}

/** Claims that hold now for these people and this edition. */
export async function liveClaims(
  query: Query,
  editionCode: string,
  personIndexes: readonly Buffer[],
  nowMs: number,
): Promise<ClaimRow[]> {
  return query<ClaimRow>(
    `select person_index as "personIndex", user_id as "userId", expires_at as "expiresAtMs"
     from person_claims where edition_code = $1 and person_index = any($2::bytea[]) and expires_at > $3`,
    [editionCode, personIndexes, new Date(nowMs)],
  );
}
