import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { insuredDetails, insuredOfOrders, policyholderDetails } from '../order/index.ts';
import type { ApprovalKind, ConsoleHandler } from '../staff/index.ts';
import { openOrder, seesOrderOf } from './open-order.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';

const MINUTE_MS = 60_000;
/** How long somebody sees the people of an order unmasked. */
const REVEALED_MS = 15 * MINUTE_MS;
/** How long a request waits for the other person. */
const ASKED_MS = 24 * 60 * MINUTE_MS;
export const REVEAL = 'person-reveal';

interface Reveal {
  readonly shard: number;
  readonly orderId: string;
}

/** Seeing the people of an order unmasked needs another person each time. */
export function revealKind(deps: Pick<OrderDeskDependencies, 'editions'>): ApprovalKind<Reveal> {
  return {
    ...{ kind: REVEAL, title: '看完整证件', asks: 'person.reveal', decides: 'person.approve', lastsMs: ASKED_MS },
    within: ({ shard, orderId }, { scope }, { query }) => seesOrderOf(deps, query, scope, shard, BigInt(orderId)),
    async run({ shard, orderId }, { query, approvalId, askedBy, nowMs }) {
      await query(
        `insert into order_reveals (shard, order_id, staff_id, approval_id, until) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
        [shard, BigInt(orderId), askedBy.id, approvalId, new Date(nowMs + REVEALED_MS)],
      );
    },
  };
}

export function askPersonReveal(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['askPersonReveal']> {
  return async ({ orderNo, reason }, request) => {
    const opened = await openOrder(deps, request.member, orderNo);
    if (!opened.ok) return opened;
    const { shard, id } = opened.value;
    const until = await revealedUntil(deps.database.query, { shard, id }, request.member.id, deps.clock.now());
    if (until !== null)
      return fail('staff-rule', `已经可以看完整证件，到 ${beijingDateTime(until).slice(11, 16)} 为止`);
    const waiting = await deps.approvals.waitingOf(request.member, [REVEAL], orderNo);
    if (waiting.some(({ mine }) => mine)) return fail('staff-rule', '您的申请还在等第二个人同意');
    const approvalNo = await deps.database.transaction(async (inside) => {
      await request.note({ subject: orderNo, detail: reason }, inside);
      const payload: Reveal = { shard, orderId: String(id) };
      return deps.approvals.ask(inside, { kind: REVEAL }, { by: request.member, subject: orderNo, reason, payload });
    });
    return ok({ approvalNo: String(approvalNo), status: 'waiting' as const });
  };
}

/** Until when this person sees the people of an order unmasked; null: masked. */
export async function revealedUntil(
  query: Query,
  { shard, id }: { readonly shard: number; readonly id: bigint },
  staffId: number,
  nowMs: number,
): Promise<number | null> {
  const [row] = await query<{ until: number | null }>(
    `select max(until) as until from order_reveals
     where shard = $1 and order_id = $2 and staff_id = $3 and until > $4`,
    [shard, id, staffId, new Date(nowMs)],
  );
  return row?.until ?? null;
}

export function readOrderPeople(deps: OrderDeskDependencies): ConsoleHandler<ConsoleCalls['readOrderPeople']> {
  return async ({ orderNo }, request) => {
    const { query } = deps.database;
    const opened = await openOrder(deps, request.member, orderNo);
    if (!opened.ok) return opened;
    const order = opened.value;
    if ((await revealedUntil(query, order, request.member.id, deps.clock.now())) === null) {
      return fail('staff-rule', '看完整证件要先申请，由另一个人同意');
    }
    const people = await insuredOfOrders(query, order.shard, [order.id]);
    // Each person's own look, so that whoever it is about finds it.
    await deps.database.transaction(async (inside) => {
      for (const row of people) {
        await request.note({ subject: orderNo, person: row.person_index, detail: '看了完整证件' }, inside);
      }
    });
    const payer = policyholderDetails(deps, order);
    return ok({
      people: people.map((row) => {
        const { name, idNumber } = insuredDetails(deps, row);
        return { policyNo: deps.numbers.policyNo(row.policy_id), name, idNumber };
      }),
      payer: { name: payer.name, idNumber: payer.idNumber, phone: payer.phone ?? '' },
    });
  };
}
