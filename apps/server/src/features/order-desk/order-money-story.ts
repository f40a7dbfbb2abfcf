import type { MoneyStoryValue } from '@huimin/contract/console';
import { formatDateTime, formatDeadline } from '@huimin/domain/date';
import { type MoneyEntry, orderMoney } from '@huimin/domain/payment';
import { POLICY_STATUS } from '@huimin/domain/policy';
import { moneyFacts } from '../payment/index.ts';
import type { DeskOrder } from './open-order.ts';
import type { OrderDeskDependencies } from './order-desk-deps.ts';

const MARKS: Readonly<Record<MoneyEntry['mark'], MoneyStoryValue['steps'][number]['mark']>> = {
  done: 'done',
  back: 'done',
  warn: 'now',
  now: 'now',
  void: 'next',
  next: 'next',
  bad: 'bad',
};

/** Policies that an insurer has the premium of. */
const CARRIED: readonly number[] = [
  POLICY_STATUS.notYetInForce,
  POLICY_STATUS.inForce,
  POLICY_STATUS.ended,
  POLICY_STATUS.cancelling,
  POLICY_STATUS.changing,
];

export interface CarriedPolicy {
  readonly status: number;
  readonly premium_fen: number;
  readonly issued_at: number | null;
}

/** An order's money by three books, and the story that its payer is shown, told to the desk. */
export async function moneyStory(
  deps: OrderDeskDependencies,
  order: DeskOrder,
  policies: readonly CarriedPolicy[],
): Promise<MoneyStoryValue & { paidFen: number }> {
  const facts = await moneyFacts(deps.payment, { order, attempts: [], unclear: false, isTold: false });
  const { banner, chargedFen, returnedFen, entries, next } = orderMoney({ ...facts, reader: 'desk' });
  const premiumIds = new Set(facts.payments.filter(({ purpose }) => purpose === 'premium').map(({ id }) => id));
  const premiumFen = facts.payments.reduce((sum, { id, amountFen }) => sum + (premiumIds.has(id) ? amountFen : 0), 0);
  const backFen = facts.refunds.reduce(
    (sum, { paymentId, state, amountFen }) => sum + (state === 'SETTLED' && premiumIds.has(paymentId) ? amountFen : 0),
    0,
  );
  return {
    channelFen: chargedFen - returnedFen,
    orderFen: premiumFen - backFen,
    insurerFen: policies.reduce(
      (sum, { status, premium_fen: fen, issued_at: at }) => sum + (at !== null && CARRIED.includes(status) ? fen : 0),
      0,
    ),
    banner,
    steps: [...entries, ...next].map(({ mark, title, text, atMs, latest }) => ({
      ...{ mark: MARKS[mark], title, note: text },
      at: atMs === null ? null : formatDateTime(atMs),
      latest: latest === null ? null : formatDeadline(latest),
    })),
    paidFen: chargedFen,
  };
}
