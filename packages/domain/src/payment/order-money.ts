import { type Deadline, formatDeadline } from '../date/index.ts';
import { type Fen, formatYuan } from '../money/index.ts';
import { HAND_ROUTES } from '../refund/index.ts';
import {
  type MoneyEntry,
  needsPerson,
  orderEntries,
  paymentOf,
  refundDeadline,
  resultDeadline,
  stillToCome,
} from './money-entries.ts';
import { type MoneyFacts, type RefundFact, toReader } from './money-facts.ts';

export interface OrderMoney {
  /** What the payer has to know first; null when the money is where it should be. */
  readonly banner: {
    readonly tone: 'info' | 'warn' | 'ok' | 'err';
    readonly title: string;
    readonly text: string;
  } | null;
  /** The same in one everyday sentence. */
  readonly lead: string;
  /** chargedFen is always usedFen + returningFen + returnedFen. */
  readonly chargedFen: Fen;
  readonly usedFen: Fen;
  readonly returningFen: Fen;
  readonly returnedFen: Fen;
  /** What happened, oldest first, and after it what is being waited for. */
  readonly entries: readonly MoneyEntry[];
  readonly next: readonly MoneyEntry[];
}

/** Where an order's money is: what was charged, when, by which route, what happens next and by when. */
export function orderMoney(facts: MoneyFacts): OrderMoney {
  const sum = (amounts: readonly { readonly amountFen: Fen }[]) =>
    amounts.reduce((total, { amountFen }) => total + amountFen, 0);
  const chargedFen = sum(facts.payments);
  const returnedFen = sum(facts.refunds.filter(({ state }) => state === 'SETTLED'));
  const returningFen = sum(facts.refunds.filter(isUnderWay));
  return {
    banner: bannerOf(facts),
    lead: leadOf(facts),
    chargedFen,
    usedFen: chargedFen - returnedFen - returningFen,
    returningFen,
    returnedFen,
    entries: orderEntries(facts),
    next: stillToCome(facts),
  };
}

/** Money that is promised back and has not arrived. */
function isUnderWay({ state }: RefundFact): boolean {
  return state !== 'SETTLED' && state !== 'REJECTED';
}

/** The refund that matters most: one that is stuck, then one under way, then what a mistake gave back, newest first. */
function foremost({ refunds }: MoneyFacts): RefundFact | null {
  const withMoney = [...refunds].reverse().filter(({ amountFen, state }) => amountFen > 0 && state !== 'REJECTED');
  return withMoney.find(needsPerson) ?? withMoney.find(isUnderWay) ?? withMoney[0] ?? null;
}

function bannerOf(facts: MoneyFacts): OrderMoney['banner'] {
  const waits = resultDeadline(facts);
  if (waits) {
    const until = by(facts, waits, '有结果');
    const text = toReader(facts, `可能已经扣款，请不要重复付款。${until}`, `可能已经扣款。${until}`);
    return { tone: 'warn', title: '正在确认付款结果', text };
  }
  const refund = foremost(facts);
  if (!refund) return null;
  const { route, method } = paymentOf(facts, refund);
  const latest = refundDeadline(method, refund);
  const yuan = `${formatYuan(refund.amountFen)} 元`;
  const extra = refund.cause === 'surplus' && facts.payments.length > 1 ? `多付的 ${yuan}` : yuan;
  if (needsPerson(refund)) {
    const text = toReader(
      facts,
      `不用再申请。${by(facts, latest, '退给您')}`,
      `缴费人不用再申请。${by(facts, latest, '退给缴费人')}`,
    );
    return { tone: 'err', title: `${extra}没有退成，人工处理中`, text };
  }
  if (!isUnderWay(refund)) {
    if (refund.byHand)
      return { tone: 'ok', title: `${extra}已人工退款`, text: `由${HAND_ROUTES[refund.byHand.route]}。` };
    return {
      tone: 'ok',
      title: `${extra}已退回${route}`,
      text: toReader(facts, '请看付款账户的记录。', '已退到付款账户。'),
    };
  }
  const when = by(facts, latest, refund.state === 'REVIEWING' ? '审完' : '到账');
  return {
    tone: 'warn',
    title: refund.state === 'REVIEWING' ? '退保审核中' : `${extra}正在退回${route}`,
    text: refund.cause === 'asked' ? when : `不用申请，${when}`,
  };
}

/** A promise that was broken says so. */
function by(facts: MoneyFacts, latest: Deadline, what: string): string {
  if (facts.nowMs > latest.byMs) {
    return toReader(facts, '已经过了说好的时间，请打客服电话报订单号，我们马上查。', '已经过了说好的时间。');
  }
  return `最晚 ${formatDeadline(latest)} ${what}。`;
}

function leadOf(facts: MoneyFacts): string {
  if (resultDeadline(facts)) return '还不知道扣没扣钱，先不要再付';
  const refund = foremost(facts);
  if (!refund) {
    if (facts.payments.length > 0) return '钱付好了';
    return facts.closedAtMs === null ? '还没有扣钱' : '没有扣钱';
  }
  if (needsPerson(refund)) return '退款没有退成，我们正在办';
  const [underWay, twice] = [isUnderWay(refund), facts.payments.some(({ purpose }) => purpose === 'premium')];
  if (refund.cause === 'surplus' && twice) return underWay ? '您付了两次，多的会自动退' : '您付了两次，多的已经退了';
  if (refund.cause === 'surplus') return underWay ? '订单关了才扣的钱，会全部退' : '订单关了才扣的钱，已经退了';
  const failed = facts.isUpgrade ? '没能升级' : '没能参保';
  if (refund.cause === 'no-cover') return `${failed}，${underWay ? '钱会全部退' : '钱已经退了'}`;
  return underWay ? '要退的钱正在退' : '要退的钱已经退了';
}
