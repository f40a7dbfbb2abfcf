import type { ReviewQueue } from '@huimin/contract/console';
import type { StaffScope } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import type { EditionStore } from '../configuration/index.ts';
import { Conditions, withinOrders } from '../order-desk/index.ts';
import type { ReviewDeskDependencies } from './review-desk-deps.ts';

export interface ReviewRow {
  shard: number;
  id: bigint;
  edition_code: string;
  city: string | null;
  channel: string | null;
  status: string;
  /** When it came, or came back with what was missing. */
  at: number;
  decided_by: string | null;
  /** Of a recheck its claim, of an appeal its reason. */
  about: string | null;
}

export type Stage = 'open' | 'collect' | 'theirs' | 'done';

/**
 * A claim and an answer about a pre-existing condition name no order: whoever is kept to some cities or channels does not see
 * them, as nobody could say of which they are.
 */
const SOURCES: Readonly<Record<ReviewQueue, string>> = {
  recheck: `select r.shard, r.id, r.edition_code, null::text as city, null::text as channel, r.status,
      r.asked_at as at, r.decided_by, r.case_no as about
    from claim_rechecks r`,
  drug: `select a.shard, a.id, a.edition_code, b.city, b.channel, a.status, a.submitted_at as at, a.decided_by,
      null::text as about
    from drug_applications a
    join policies p on p.shard = a.shard and p.id = a.policy_id
    join orders b on b.shard = p.shard and b.id = p.order_id`,
  appeal: `select a.shard, a.id, q.edition_code, null::text as city, null::text as channel, a.status,
      coalesce(a.decided_at, a.created_at) as at, a.decided_by, a.reason as about
    from pre_existing_appeals a
    join pre_existing_queries q on q.shard = a.shard and q.id = a.query_id`,
};

/** Written out, so that the indexes over a part of the rows are used. */
const STAGES: Readonly<Record<ReviewQueue, Readonly<Record<Stage, string>>>> = {
  recheck: {
    open: `o.status = 'asked'`,
    collect: 'false',
    theirs: 'false',
    done: `o.status in ('upheld', 'corrected')`,
  },
  drug: {
    open: `o.status = 'reviewing'`,
    collect: `o.status = 'arranged'`,
    theirs: `o.status = 'papers-wanted'`,
    done: `o.status in ('approved', 'collected', 'finished', 'refused')`,
  },
  appeal: {
    open: `o.status = 'submitted'`,
    collect: 'false',
    theirs: `o.status = 'more-papers'`,
    done: `o.status in ('corrected', 'confirmed')`,
  },
};

type Editions = Pick<EditionStore, 'all'>;

export interface ReviewSearch {
  readonly queue: ReviewQueue;
  readonly stage: Stage;
  /** Behind this row: when it came, and its id. */
  readonly after: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
}

/** What waits, the next deadline first; what is decided, the newest first. */
export async function findReviews(
  { database: { query }, editions }: Pick<ReviewDeskDependencies, 'database' | 'editions'>,
  scope: StaffScope,
  { queue, stage, after, limit }: ReviewSearch,
): Promise<ReviewRow[]> {
  const conditions = stageConditions(editions, scope, queue, stage);
  const isDone = stage === 'done';
  if (after) {
    if (isDone) conditions.add('o.id < ?::numeric', after.id);
    else conditions.add('(o.at, o.id) > (?::timestamptz, ?::numeric)', new Date(after.at), after.id);
  }
  const most = conditions.value(limit);
  return query<ReviewRow>(
    `select o.* from (${SOURCES[queue]}) o where ${conditions.text}
     order by ${isDone ? 'o.id desc' : 'o.at, o.id'} limit ${most}`,
    conditions.values,
  );
}

function stageConditions(editions: Editions, scope: StaffScope, queue: ReviewQueue, stage: Stage): Conditions {
  const conditions = new Conditions();
  conditions.add(STAGES[queue][stage]);
  withinOrders(conditions, editions, scope);
  return conditions;
}

export async function countOpenReviews(
  { database: { query }, editions }: Pick<ReviewDeskDependencies, 'database' | 'editions'>,
  scope: StaffScope,
): Promise<Record<ReviewQueue, number>> {
  const count = async (queue: ReviewQueue): Promise<number> => {
    const conditions = stageConditions(editions, scope, queue, 'open');
    const [row] = await query<{ waiting: number }>(
      `select count(*)::integer as waiting from (${SOURCES[queue]}) o where ${conditions.text}`,
      conditions.values,
    );
    return row?.waiting ?? 0;
  };
  return { recheck: await count('recheck'), drug: await count('drug'), appeal: await count('appeal') };
}

/** The id behind the number of one; null where it is none. */
function reviewIdOf(
  { numbers }: Pick<ReviewDeskDependencies, 'numbers'>,
  queue: ReviewQueue,
  reviewNo: string,
): bigint | null {
  if (queue === 'drug') return numbers.drugApplicationId(reviewNo);
  if (queue === 'appeal') return numbers.appealId(reviewNo);
  return /^\d{1,18}$/.test(reviewNo) || (/^\d{19}$/.test(reviewNo) && reviewNo <= '9223372036854775807')
    ? BigInt(reviewNo)
    : null;
}

/** The one place that opens one for somebody of the staff; outside their scope it is not there. */
export async function openReview(
  deps: Pick<ReviewDeskDependencies, 'numbers' | 'editions'>,
  query: Query,
  scope: StaffScope,
  queue: ReviewQueue,
  reviewNo: string,
): Promise<ReviewRow | null> {
  const id = reviewIdOf(deps, queue, reviewNo);
  if (id === null) return null;
  const conditions = new Conditions();
  withinOrders(conditions, deps.editions, scope);
  conditions.add('o.shard = ?::smallint and o.id = ?::bigint', shardOfOrder(id), id);
  const [row] = await query<ReviewRow>(
    `select o.* from (${SOURCES[queue]}) o where ${conditions.text}`,
    conditions.values,
  );
  return row ?? null;
}

/** Of these subjects those about which a second person is still to decide. */
export async function subjectsThatWait(
  query: Query,
  kind: string,
  subjects: readonly string[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const rows = await query<{ subject: string }>(
    `select distinct subject from staff_approvals
     where status = 'waiting' and expires_at > $1 and kind = $2 and subject = any($3)`,
    [new Date(nowMs), kind, subjects],
  );
  return new Set(rows.map(({ subject }) => subject));
}
