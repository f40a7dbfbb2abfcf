import { POLICY_STATUS } from '@huimin/domain/policy';
import type { Query } from '../../db/database.ts';
import type { Owner } from '../order/index.ts';
import { type InsuredRow, insuredOfOrders } from '../order/index.ts';

interface FormerPolicyRow {
  id: bigint;
  order_id: bigint;
  edition_code: string;
  edition_year: number;
  cover_from: string | null;
  status: number;
  premium_fen: number;
  plan_code: string;
}

/** A policy of an earlier year with its person. */
export interface FormerPolicy extends FormerPolicyRow {
  readonly person: InsuredRow;
}

/** Given back, or never issued: nothing to go on from. */
const WITHOUT_COVER: readonly number[] = [POLICY_STATUS.cancelled, POLICY_STATUS.issuingFailed];
/** More than anybody has; ten people a year for decades. */
const MOST = 300;

/** The owner's policies of editions before a year, newest first; `year`: of that one only. */
export async function formerPolicies(
  query: Query,
  owner: Owner,
  beforeYear: number,
  year: number | null = null,
): Promise<FormerPolicy[]> {
  const rows = await query<FormerPolicyRow>(
    `select p.id, p.order_id, p.edition_code, p.edition_year, o.cover_from, p.status, p.premium_fen, o.plan_code
     from policies p join orders o on o.shard = p.shard and o.id = p.order_id
     where p.shard = $1 and p.user_id = $2 and p.edition_year < $3 and ($4::smallint is null or p.edition_year = $4)
       and p.issued_at is not null and p.status <> all($5)
     order by p.edition_year desc, p.id desc limit $6`,
    [owner.shard, owner.id, beforeYear, year, WITHOUT_COVER, MOST],
  );
  const people = await insuredOfOrders(query, owner.shard, [...new Set(rows.map((row) => row.order_id))]);
  return rows.flatMap((row) => {
    const person = people.find(({ id }) => id === row.id);
    return person ? [{ ...row, person }] : [];
  });
}

/** Each person once, by their newest policy. */
export function newestOfEach(policies: readonly FormerPolicy[]): FormerPolicy[] {
  return policies.filter(
    ({ person }, at) => policies.findIndex((other) => other.person.person_index.equals(person.person_index)) === at,
  );
}
