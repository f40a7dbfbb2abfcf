import { beijingDateTime } from '@huimin/domain/date';
import { mayStaff } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import type { Conditions } from '../order-desk/index.ts';
import type { StaffMember } from '../staff/index.ts';

interface Waits {
  readonly waiting: number;
  readonly first: number | null;
}

/** What waits for somebody, as far as whoever asks has to do with it; conditions are those on orders `o`. */
export async function waitingWork(query: Query, member: StaffMember, { text, values }: Conditions) {
  const one = async (statement: string): Promise<Waits> => {
    const [row] = await query<Waits>(statement, values);
    return row ?? { waiting: 0, first: null };
  };
  const unissued = await one(
    `select count(*)::integer as waiting, min(o.paid_at) as first from orders o where o.status in (30, 40) and ${text}`,
  );
  const refunds = mayStaff(member.roles, 'refund.review')
    ? await one(
        `select count(*)::integer as waiting, min(r.review_due_at) as first
         from refunds r join orders o on o.shard = r.shard and o.id = r.order_id
         where r.state = 'REVIEWING' and ${text}`,
      )
    : null;
  // Bills are the whole province's.
  const isWhole = text === 'true';
  const [differences] =
    isWhole && mayStaff(member.roles, 'reconciliation.settle')
      ? await query<{ waiting: number; first: string | null }>(
          `select count(*)::integer as waiting, to_char(min(day), 'YYYY-MM-DD') as first from reconciliation_differences
           where state <> 'resolved'`,
          [],
        )
      : [];
  const timeOf = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : beijingDateTime(ms));
  return {
    ...{ refunds: refunds?.waiting ?? null, refundDueAt: timeOf(refunds?.first) },
    ...{ differences: differences?.waiting ?? null, differenceDay: differences?.first ?? null },
    ...{ unissued: unissued.waiting, unissuedSince: timeOf(unissued.first) },
  };
}
