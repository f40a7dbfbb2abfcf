import { beijingDate } from '@huimin/domain/date';
import { POLICY_STATUS } from '@huimin/domain/policy';
import type { InsurerPolicy, OwnPolicy } from '@huimin/domain/reconciliation';
import type { Query } from '../../../db/database.ts';

/** One policy as each side has it; at least one of them does. */
export interface PolicyPair {
  readonly shard: number;
  readonly policyId: bigint | null;
  readonly policyNo: string | null;
  /** Day of issue, ours before theirs. */
  readonly day: string;
  readonly own: OwnPolicy | null;
  readonly insurer: InsurerPolicy | null;
}

const ROWS_AT_ONCE = 2_000;
const SHARDS = 256;

interface Row {
  id: bigint;
  issued_at: number;
  status: number;
  cancelled_at: number | null;
  premium_fen: number;
  raised_fen: number | null;
  raised_at: number | null;
  insurer_fen: number | null;
  insurer_state: InsurerPolicy['state'];
  shares: Record<string, number>;
}

/** A policy that was given back was given back with what had raised it. */
const OWN = `
select p.id, p.issued_at, p.status, p.cancelled_at, i.premium_fen, u.premium_fen as raised_fen, u.issued_at as raised_at,
  t.premium_fen as insurer_fen, t.state as insurer_state, t.shares
from policies p
join insured i on i.shard = p.shard and i.id = p.id
left join lateral (
  select r.premium_fen, r.issued_at from upgrades r
  where r.shard = p.shard and r.policy_id = p.id and r.issued_at is not null
    and (r.status in (0, 3) or r.status = 4 and p.status = 4)
  order by r.id desc limit 1
) u on true
left join insurer_policies t on t.shard = p.shard and t.policy_id = p.id and t.edition_code = p.edition_code
where p.shard = $1 and p.id > $2 and p.edition_code = $3 and p.issued_at is not null and p.status <> 6
order by p.id limit ${ROWS_AT_ONCE}`;

interface StrangerRow {
  policy_no: string;
  issued_on: string;
  premium_fen: number;
  state: InsurerPolicy['state'];
  shares: Record<string, number>;
}

const INSURER_ONLY = `
select t.policy_no, t.issued_on, t.premium_fen, t.state, t.shares
from insurer_policies t
where t.shard = $1 and t.policy_no > $2 and t.edition_code = $3 and not exists (
  select 1 from policies p
  where p.shard = t.shard and p.id = t.policy_id and p.edition_code = t.edition_code and p.issued_at is not null
    and p.status <> 6
)
order by t.policy_no limit ${ROWS_AT_ONCE}`;

/** All policies of an edition that either side has issued, some thousands of one bucket at a time. */
export async function* policyPairs(query: Query, editionCode: string): AsyncGenerator<PolicyPair[]> {
  for (let shard = 0; shard < SHARDS; shard++) {
    for (let after = 0n; ; ) {
      const rows = await query<Row>(OWN, [shard, after, editionCode]);
      if (rows.length > 0) yield rows.map((row) => pairOf(shard, row));
      if (rows.length < ROWS_AT_ONCE) break;
      after = rows.at(-1)?.id ?? after;
    }
    for (let after = ''; ; ) {
      const rows = await query<StrangerRow>(INSURER_ONLY, [shard, after, editionCode]);
      if (rows.length > 0) yield rows.map((row) => strangerOf(shard, row));
      if (rows.length < ROWS_AT_ONCE) break;
      after = rows.at(-1)?.policy_no ?? after;
    }
  }
}

function pairOf(shard: number, row: Row): PolicyPair {
  const issuedOn = beijingDate(row.issued_at);
  const raised =
    row.raised_fen === null || row.raised_at === null
      ? null
      : { byFen: row.raised_fen, on: beijingDate(row.raised_at) };
  return {
    shard,
    policyId: row.id,
    policyNo: null,
    day: issuedOn,
    own: {
      issuedOn,
      premiumFen: row.premium_fen + (raised?.byFen ?? 0),
      raised,
      state: stateOf(row.status),
      cancelledOn: row.cancelled_at === null ? null : beijingDate(row.cancelled_at),
    },
    insurer:
      row.insurer_fen === null ? null : { premiumFen: row.insurer_fen, state: row.insurer_state, shares: row.shares },
  };
}

function stateOf(status: number): OwnPolicy['state'] {
  if (status === POLICY_STATUS.cancelling) return 'cancelling';
  return status === POLICY_STATUS.cancelled ? 'cancelled' : 'valid';
}

function strangerOf(shard: number, row: StrangerRow): PolicyPair {
  return {
    shard,
    policyId: null,
    policyNo: row.policy_no,
    day: row.issued_on,
    own: null,
    insurer: { premiumFen: row.premium_fen, state: row.state, shares: row.shares },
  };
}
