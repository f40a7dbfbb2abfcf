import {
  addDays,
  beijingDate,
  beijingMs,
  type Deadline,
  deadlineAfter,
  formatDateTime,
  formatDotDate,
} from '../date/index.ts';
import { type Fen, formatYuan } from '../money/index.ts';
import { HAND_ROUTES, latestArrival, refundArrival } from '../refund/index.ts';
import {
  type AttemptFact,
  type FormerNumber,
  type MoneyFacts,
  type PaymentFact,
  type RefundFact,
  toReader,
} from './money-facts.ts';

/**
 * One line of the story. done: happened; warn: happened, not as it should; back: money turned round; void: nothing was
 * taken; now: being waited for; bad: a person has to see to it; next: still to come.
 */
export interface MoneyEntry {
  readonly mark: 'done' | 'warn' | 'back' | 'void' | 'now' | 'bad' | 'next';
  readonly title: string;
  readonly text: string | null;
  readonly amountFen: Fen | null;
  /** When it happened, or will; null for what is being waited for. */
  readonly atMs: number | null;
  /** By when at the latest what is open will have happened. */
  readonly latest: Deadline | null;
  /** Number to quote on the phone, such as 流水号 4200…. */
  readonly serial: string | null;
}

/** News of a payment that came this much later than the payment is called late. */
const LATE_MS = 2 * 60_000;
/** A payment that stays unclear is settled by the provider's bill of its day, which comes the next morning. */
const BILL_WORKED_OFF_MS = 18 * 3_600_000;
const REVIEW_WORKING_DAYS = 2;
const ISSUING_WORKING_DAYS = 2;
const ENDING_WORKING_DAYS = 1;
/** What a person needs beyond the time that the money takes by itself. */
const MANUAL_WORKING_DAYS = 3;
const NEEDS_OPERATOR = 90;

const UNPAID: readonly number[] = [10, 20, 25];
const ISSUING: readonly number[] = [30, 40];

const yuan = (fen: number): string => `${formatYuan(fen)} 元`;

function entry(mark: MoneyEntry['mark'], title: string, more: Partial<MoneyEntry> = {}): MoneyEntry {
  return { mark, title, text: null, amountFen: null, atMs: null, latest: null, serial: null, ...more };
}

/** What is waited for; when its time has passed it says so instead of waiting on. */
function waiting(facts: MoneyFacts, latest: Deadline, now: MoneyEntry): MoneyEntry {
  if (facts.nowMs <= latest.byMs) return { ...now, latest };
  return {
    ...now,
    mark: 'bad',
    latest,
    text: toReader(facts, '已经过了说好的时间，请打客服电话报订单号，我们马上查', '已经过了说好的时间'),
  };
}

/** The payment a refund gives back. Throws when the facts do not hold it. */
export function paymentOf({ payments }: MoneyFacts, refund: RefundFact): PaymentFact {
  const payment = payments.find(({ id }) => id === refund.paymentId);
  if (!payment) throw new Error('a refund without its payment');
  return payment;
}

/** By when it is known whether money was taken; null when that is known now. */
export function resultDeadline(facts: MoneyFacts): Deadline | null {
  if (!facts.unclear && facts.status !== NEEDS_OPERATOR) return null;
  const startedMs = Math.max(facts.createdAtMs, ...facts.attempts.map(({ createdAtMs }) => createdAtMs));
  const nextDay = addDays(beijingDate(startedMs), 1);
  return { byMs: beijingMs(nextDay) + BILL_WORKED_OFF_MS, holidaysKnown: true };
}

/** It will not come through unless a person sees to it. */
export function needsPerson({ state, resendAtMs }: RefundFact): boolean {
  return state === 'ABNORMAL' || (state === 'CLOSED' && resendAtMs === null);
}

/** By when a refund under way comes to its next end: decided, arrived, or seen to by a person. */
export function refundDeadline(method: string, refund: RefundFact): Deadline {
  const { state, amountFen, createdAtMs, beganAtMs, resendAtMs } = refund;
  if (state === 'REVIEWING') return deadlineAfter(createdAtMs, REVIEW_WORKING_DAYS);
  if (needsPerson(refund)) {
    return deadlineAfter(beganAtMs, refundArrival(method).workingDays + MANUAL_WORKING_DAYS);
  }
  if (amountFen === 0) return deadlineAfter(createdAtMs, ENDING_WORKING_DAYS);
  return latestArrival(method, resendAtMs ?? beganAtMs);
}

type Happened = MoneyEntry & { readonly sortMs: number };

/** What happened, oldest first, and after it what is being waited for. */
export function orderEntries(facts: MoneyFacts): MoneyEntry[] {
  const happened = [
    at(facts.createdAtMs, entry('done', '下单', { text: orderText(facts) })),
    ...facts.attempts.flatMap((attempt) => attemptEntries(facts, attempt)),
    ...closing(facts),
    ...facts.payments.map((payment) => paymentEntry(facts, payment)),
    ...issued(facts),
    ...facts.refunds.flatMap((refund) => refundEntries(facts, refund)),
  ];
  // Stable: what happened at the same moment stays in the order of the story.
  const past = happened.sort((a, b) => a.sortMs - b.sortMs).map(({ sortMs, ...one }) => one);
  return [...past, ...openEntries(facts), ...facts.refunds.flatMap((refund) => openRefund(facts, refund))];
}

function at(ms: number, one: MoneyEntry, sortMs = ms): Happened {
  return { ...one, atMs: ms, sortMs };
}

function orderText({ product, insuredCount, premiumFen, isUpgrade }: MoneyFacts): string {
  return `${product}${isUpgrade ? ' 升级补差价' : ''}，${insuredCount} 人，共 ${yuan(premiumFen)}`;
}

function attemptEntries(facts: MoneyFacts, attempt: AttemptFact): Happened[] {
  const { route, closedAtMs, createdAtMs, state } = attempt;
  const payment = facts.payments.find(({ id }) => id === attempt.id);
  if (payment) {
    if (closedAtMs === null || closedAtMs >= payment.receivedAtMs) return [];
    return [at(closedAtMs, entry('warn', `${route}没有返回结果`, { text: '当时没有收到付款，先关闭了这次付款' }))];
  }
  if (state === 'FAILED') {
    return [at(closedAtMs ?? createdAtMs, entry('void', `${route}没有打开`, { text: '没有扣款' }))];
  }
  if (state === 'CLOSED') {
    return [at(closedAtMs ?? createdAtMs, entry('void', `${route}没有付`, { text: '没有收到付款，这次付款已关闭' }))];
  }
  if (state === 'WAITING' && facts.unclear) {
    return [at(createdAtMs, entry('warn', `${route}没有返回结果`, { text: '还不知道扣没扣，订单先留着' }))];
  }
  return [];
}

function closing({ closedAtMs, expiresAtMs }: MoneyFacts): Happened[] {
  if (closedAtMs === null) return [];
  const title = closedAtMs < expiresAtMs ? '订单已取消' : '超时没有付款，订单已关闭';
  return [at(closedAtMs, entry('void', title, { text: '关闭的时候没有收到付款' }))];
}

function paymentEntry(facts: MoneyFacts, payment: PaymentFact): Happened {
  const { route, amountFen, paidAtMs, receivedAtMs } = payment;
  const serial = `流水号 ${payment.providerTxn}`;
  const isLate = receivedAtMs - paidAtMs > LATE_MS;
  const late = isLate ? `${formatDateTime(paidAtMs).slice(-5)} 扣的，${route}的通知晚到了` : null;
  if (payment.purpose === 'premium') {
    const result =
      facts.issuedAtMs === null ? '已收到付款' : `${facts.insuredCount} 人${facts.isUpgrade ? '升级' : '参保'}完成`;
    const text = late ? `${late}。${result}` : result;
    return at(paidAtMs, entry('done', `${route}已扣`, { amountFen, serial, text }), receivedAtMs);
  }
  const premium = facts.payments.find(({ purpose }) => purpose === 'premium');
  const again = premium?.route === route ? `${route}又扣了一次` : `${route}也扣了`;
  const title = premium ? again : `订单关闭后，${route}扣了款`;
  const text = late ?? (premium ? '这一笔多付了' : `订单已经关闭，这一笔不能用来${facts.isUpgrade ? '升级' : '参保'}`);
  return at(isLate ? receivedAtMs : paidAtMs, entry('warn', title, { amountFen, serial, text }), receivedAtMs);
}

function issued({ issuedAtMs, insuredCount, isUpgrade }: MoneyFacts): Happened[] {
  const title = isUpgrade ? `${insuredCount} 份保单已升级` : `${insuredCount} 份电子保单已生成`;
  return issuedAtMs === null ? [] : [at(issuedAtMs, entry('done', title))];
}

function refundEntries(facts: MoneyFacts, refund: RefundFact): Happened[] {
  const { route } = paymentOf(facts, refund);
  const { amountFen, createdAtMs, acceptedAtMs, settledAtMs } = refund;
  const begun = at(createdAtMs, entry('back', refundTitle(facts, refund), { text: refundText(route, refund) }));
  if (refund.state === 'REJECTED') {
    const text = toReader(facts, '保单还有效。想知道原因，请打客服电话', '保单还有效');
    return [begun, at(settledAtMs ?? createdAtMs, entry('bad', '退保没有通过', { text }))];
  }
  if (amountFen === 0) {
    const ended = facts.isUpgrade ? '升级已取消' : '保单已终止';
    return settledAtMs === null ? [begun] : [begun, at(settledAtMs, entry('done', ended))];
  }
  const serial = `退款单号 ${refund.refundNo}`;
  const isAccepted = acceptedAtMs !== null && (settledAtMs === null || acceptedAtMs < settledAtMs);
  return [
    begun,
    ...refund.formerNumbers.flatMap((former) => formerEntries(facts, route, amountFen, former)),
    ...(isAccepted ? [at(acceptedAtMs, entry('done', `${route}已收下退款`, { serial }))] : []),
    ...(settledAtMs === null ? [] : [at(settledAtMs, arrivedEntry(facts, route, refund))]),
  ];
}

/** What became of a number that is used up. */
function formerEntries(facts: MoneyFacts, route: string, amountFen: Fen, former: FormerNumber): Happened[] {
  const { acceptedAtMs, failedAtMs, replacedAtMs, settledAtMs } = former;
  const serial = `退款单号 ${former.refundNo}`;
  const again = `${route}又退了一次`;
  const text = toReader(facts, '多退了一笔，客服会联系您', '多退了一笔，要联系缴费人');
  return [
    ...(acceptedAtMs === null ? [] : [at(acceptedAtMs, entry('done', `${route}已收下退款`, { serial }))]),
    ...(failedAtMs === null
      ? []
      : [
          at(failedAtMs, entry('warn', `${route}没有退成`, { text: '钱没有动，不用再申请', serial })),
          at(replacedAtMs, entry('back', '换了退款单号，再退一次')),
        ]),
    ...(settledAtMs === null ? [] : [at(settledAtMs, entry('warn', again, { amountFen, serial, text }))]),
  ];
}

function arrivedEntry(facts: MoneyFacts, route: string, { amountFen, refundNo, byHand }: RefundFact): MoneyEntry {
  if (byHand === null) {
    const text = toReader(facts, '请看付款账户的记录', '已退到付款账户');
    return entry('done', `${route}已退款`, { amountFen, serial: `退款单号 ${refundNo}`, text });
  }
  return entry('done', '已人工退款', {
    amountFen,
    text: `${formatDotDate(byHand.paidOn)} 由${HAND_ROUTES[byHand.route]}`,
  });
}

function refundTitle(facts: MoneyFacts, { cause }: RefundFact): string {
  const { payments, isUpgrade } = facts;
  switch (cause) {
    case 'asked':
      return isUpgrade
        ? toReader(facts, '您申请了退回升级', '申请退回升级')
        : toReader(facts, '您申请了退保', '申请退保');
    case 'surplus':
      return payments.some(({ purpose }) => purpose === 'premium') ? '发现付了两次，自动退款' : '订单已关闭，自动退款';
    case 'no-cover':
      return isUpgrade ? '没能升级，自动退款' : '没能承保，自动退款';
    case 'other':
      return toReader(facts, '退款给您', '退款给缴费人');
  }
}

function refundText(route: string, { cause, amountFen }: RefundFact): string {
  if (amountFen === 0) return '没有可退的钱，只终止保单';
  return cause === 'surplus' ? `退${route}那一笔，${yuan(amountFen)}` : `${yuan(amountFen)}，退回${route}`;
}

/** What is open about paying. */
function openEntries(facts: MoneyFacts): MoneyEntry[] {
  const waits = resultDeadline(facts);
  if (waits) {
    const route = [...facts.attempts].reverse().find(({ state }) => state === 'WAITING')?.route ?? '付款机构';
    const told = facts.isTold ? '，查到就发短信' : '';
    const text = toReader(facts, `我们一直在查${told}。请不要重复付款`, '一直在查');
    return [waiting(facts, waits, entry('now', `等${route}的结果`, { text }))];
  }
  if (!UNPAID.includes(facts.status)) return [];
  const latest: Deadline = { byMs: facts.expiresAtMs, holidaysKnown: true };
  return [
    entry('now', toReader(facts, '等您付款', '等缴费人付款'), {
      text: '到时间没有付款，订单会自动关闭',
      amountFen: facts.premiumFen,
      latest,
    }),
  ];
}

/** What is open about a refund. */
function openRefund(facts: MoneyFacts, refund: RefundFact): MoneyEntry[] {
  const { route, method } = paymentOf(facts, refund);
  const { amountFen } = refund;
  const open = (mark: MoneyEntry['mark'], title: string, text: string | null = null) => [
    waiting(facts, refundDeadline(method, refund), entry(mark, title, { amountFen: amountFen || null, text })),
  ];
  switch (refund.state) {
    case 'SETTLED':
    case 'REJECTED':
      return [];
    case 'REVIEWING':
      return open('now', '退保审核中');
    case 'ABNORMAL':
    case 'CLOSED':
      if (needsPerson(refund))
        return open(
          'bad',
          `${route}没有退成，人工处理中`,
          toReader(facts, '不用再申请，我们会把钱退给您', '缴费人不用再申请'),
        );
      return open('now', `${route}没有退成，会自动再退`, '钱没有动，不用再申请');
    case 'CREATED':
      if (amountFen === 0) return open('now', '正在终止保单');
      return open('now', `正在把钱交给${route}`, refundArrival(method).text);
    case 'PROCESSING':
      return open('now', `等${route}退回`, refundArrival(method).text);
  }
}

/** What will happen by itself. */
export function stillToCome(facts: MoneyFacts): MoneyEntry[] {
  const premium = facts.payments.find(({ purpose }) => purpose === 'premium');
  const entries: MoneyEntry[] = [];
  if (premium && ISSUING.includes(facts.status)) {
    const latest = deadlineAfter(premium.receivedAtMs, ISSUING_WORKING_DAYS);
    const title = facts.isUpgrade ? `${facts.insuredCount} 份保单升级办好` : `${facts.insuredCount} 份电子保单办好`;
    const text = facts.isUpgrade ? '正在办理，一般几分钟就好' : '正在出单，一般几分钟就好';
    entries.push(waiting(facts, latest, entry('next', title, { text })));
  }
  const { coverStartsAtMs } = facts;
  if (premium && coverStartsAtMs !== null && coverStartsAtMs > facts.nowMs && facts.policiesStanding > 0) {
    const text = facts.policiesStanding < facts.insuredCount ? `${facts.policiesStanding} 人` : null;
    entries.push(entry('next', '保障开始', { text, atMs: coverStartsAtMs }));
  }
  return entries;
}
