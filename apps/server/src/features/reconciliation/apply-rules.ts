import type { Difference } from '@huimin/domain/reconciliation';
import { inParallel } from '../../coordination/in-parallel.ts';
import { askAboutPayment, askAboutRefund, type PaymentDependencies } from '../payment/index.ts';
import type { JudgedDifference } from './difference-store.ts';

/** A bill that has nothing to do with the books must not become so many questions; the rest waits for a person. */
const MOST_QUESTIONS = 200;
const WIDTH = 4;

export interface RuledDifferences {
  /** The same, with what was found out. */
  readonly judged: readonly JudgedDifference[];
  /** Something was settled here by what a provider answered: compare again. */
  readonly repaired: boolean;
}

/**
 * Asks the provider about what only one side has. Money it confirms is settled by the same path as a notice's; what it
 * does not confirm waits for a person, with what was found out. The bill alone moves nothing.
 */
export async function applyRules(
  deps: PaymentDependencies,
  provider: string,
  differences: readonly JudgedDifference[],
): Promise<RuledDifferences> {
  const judged = [...differences];
  const asked = judged.map((row, index) => ({ row, index })).filter(({ row }) => canBeAsked(row));
  let repaired = false;
  await inParallel(
    asked.slice(0, MOST_QUESTIONS),
    WIDTH,
    async ({ row, index }) => {
      const answer = await ask(deps, provider, row);
      repaired ||= answer.repaired;
      judged[index] = { ...row, ...answer.label };
    },
    (_, error) => deps.log.error({ provider, problem: String(error) }, 'a difference could not be asked about'),
  );
  return { judged, repaired };
}

function canBeAsked({ difference }: JudgedDifference): boolean {
  if (difference.isWaiting || difference.class === 'cross-day') return false;
  return difference.bill === null || difference.book === null || difference.class === 'state';
}

interface Answer {
  readonly repaired: boolean;
  readonly label: Partial<Pick<JudgedDifference, 'finding' | 'advice'>>;
}

function ask(deps: PaymentDependencies, provider: string, { difference }: JudgedDifference): Promise<Answer> {
  const movement = difference.bill ?? difference.book;
  if (!movement) throw new Error('a difference of nothing');
  if (movement.kind === 'refund') return askRefund(deps, provider, difference);
  return askPayment(deps, provider, difference, movement.merchantOrderNo);
}

async function askPayment(
  deps: PaymentDependencies,
  provider: string,
  { book }: Difference,
  merchantOrderNo: string,
): Promise<Answer> {
  const answer = await askAboutPayment(deps, provider, merchantOrderNo);
  switch (answer) {
    case 'paid':
      return book
        ? { repaired: false, label: { finding: '渠道查单：已付款，账单漏记' } }
        : { repaired: true, label: { finding: '渠道查单：已付款' } };
    case 'unpaid':
      return { repaired: false, label: { finding: '渠道查单：未付款', advice: 'undecided' } };
    case 'closed':
      return { repaired: false, label: { finding: '渠道查单：已关闭或已退款', advice: 'undecided' } };
    case 'unknown':
      return { repaired: false, label: { finding: '渠道查单没有明确结果，可重新核对', advice: 'undecided' } };
    case 'not-ours':
      return { repaired: false, label: { finding: '渠道账单的订单号不是我方的', advice: 'undecided' } };
  }
}

async function askRefund(deps: PaymentDependencies, provider: string, { bill, book }: Difference): Promise<Answer> {
  const refundNo = bill?.refundNo ?? book?.refundNo ?? null;
  if (refundNo === null) return { repaired: false, label: {} };
  const answer = await askAboutRefund(deps, provider, refundNo);
  switch (answer) {
    case 'settled':
      return bill
        ? { repaired: true, label: { finding: '渠道查询：已退款' } }
        : { repaired: false, label: { finding: '渠道查询：已退款，账单漏记', advice: 'undecided' } };
    case 'not-settled':
      return { repaired: false, label: { finding: '渠道查询：还没有退款' } };
    case 'unknown':
      return { repaired: false, label: { finding: '渠道查询没有明确结果，可重新核对' } };
    case 'not-ours':
      return { repaired: false, label: { finding: '渠道退款的单号不是我方的' } };
  }
}
