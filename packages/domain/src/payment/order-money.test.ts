import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beijingMs, formatDateTime, formatDeadline } from '../date/index.ts';
import type { RefundStatus } from '../refund/index.ts';
import { type AttemptFact, type MoneyFacts, orderMoney, type PaymentFact, type RefundFact } from './index.ts';

const at = (time: string) => beijingMs(`2026-11-20 ${time}`);

const UNPAID: MoneyFacts = {
  nowMs: at('10:45'),
  product: '苏民安 2027',
  status: 20,
  insuredCount: 3,
  premiumFen: 47_400,
  createdAtMs: at('10:28'),
  expiresAtMs: at('10:58'),
  closedAtMs: null,
  issuedAtMs: null,
  coverStartsAtMs: beijingMs('2027-01-01'),
  policiesStanding: 0,
  unclear: false,
  isTold: false,
  attempts: [],
  payments: [],
  refunds: [],
};
const wechat: AttemptFact = { id: 1n, route: '微信支付', state: 'WAITING', createdAtMs: at('10:29'), closedAtMs: null };
const medical: AttemptFact = { ...wechat, id: 2n, route: '医保个人账户', createdAtMs: at('10:31') };
const paidByMedical: PaymentFact = {
  ...{ id: 2n, method: 'xmybpay', route: '医保个人账户', amountFen: 47_400, purpose: 'premium' },
  ...{ providerTxn: 'YB1', paidAtMs: at('10:32'), receivedAtMs: at('10:32') },
};
const paidByWechat: PaymentFact = { ...paidByMedical, id: 1n, method: 'wxpay', route: '微信支付', providerTxn: 'WX1' };
const surplus: PaymentFact = { ...paidByWechat, purpose: 'surplus', paidAtMs: at('10:30'), receivedAtMs: at('10:36') };
const refund: RefundFact = {
  ...{ paymentId: 1n, refundNo: 'RJS1', amountFen: 47_400, state: 'PROCESSING', cause: 'surplus' },
  ...{ createdAtMs: at('10:36'), acceptedAtMs: at('10:37'), settledAtMs: null },
  ...{ beganAtMs: at('10:36'), resendAtMs: null, formerNumbers: [], byHand: null },
};
const ISSUED = { status: 50, issuedAtMs: at('10:33'), policiesStanding: 3 };
const settled = { state: 'SETTLED', settledAtMs: at('10:40') } as const;

/** `mark title|text|sum|moment|latest|serial`, what is empty left out. */
function told(facts: MoneyFacts): string[] {
  const { entries, next } = orderMoney(facts);
  return [...entries, ...next].map((entry) =>
    [
      `${entry.mark} ${entry.title}`,
      entry.text,
      entry.amountFen,
      entry.atMs === null ? null : formatDateTime(entry.atMs).slice(5),
      entry.latest === null ? null : `最晚 ${formatDeadline(entry.latest).slice(5)}`,
      entry.serial,
    ]
      .filter((part) => part !== null)
      .join('|'),
  );
}

const ORDERED = 'done 下单|苏民安 2027，3 人，共 474.00 元|11.20 10:28';

describe('the story of an order', () => {
  test('saved, nothing begun', () => {
    expect(told(UNPAID)).toEqual([ORDERED, 'now 等您付款|到时间没有付款，订单会自动关闭|47400|最晚 11.20 10:58']);
    expect(orderMoney(UNPAID)).toMatchObject({ banner: null, lead: '还没有扣钱', chargedFen: 0 });
    const closed = { ...UNPAID, status: 71, closedAtMs: at('10:58'), nowMs: at('11:00') };
    expect(orderMoney(closed)).toMatchObject({ lead: '没有扣钱', chargedFen: 0 });
  });

  test('the beginning of cover is to come only until it has come, and only where it was paid for', () => {
    const paid: MoneyFacts = { ...UNPAID, ...ISSUED, payments: [paidByMedical] };
    const startsAt = (nowMs: number, facts = paid) =>
      told({ ...facts, nowMs }).filter((line) => line.startsWith('next 保障开始'));
    const firstMs = beijingMs('2027-01-01');
    expect(startsAt(firstMs - 1)).toHaveLength(1);
    expect(startsAt(firstMs)).toEqual([]);
    expect(startsAt(at('10:45'), { ...paid, payments: [] })).toEqual([]);
    expect(startsAt(at('10:45'), { ...paid, coverStartsAtMs: null })).toEqual([]);
    expect(startsAt(at('10:45'), { ...paid, policiesStanding: 0 })).toEqual([]);
  });

  test('paid once, policies there', () => {
    const facts: MoneyFacts = { ...UNPAID, ...ISSUED, payments: [paidByMedical], attempts: [medical] };
    expect(told({ ...facts, attempts: [{ ...medical, state: 'SUCCESS' }] })).toEqual([
      ORDERED,
      'done 医保个人账户已扣|3 人参保完成|47400|11.20 10:32|流水号 YB1',
      'done 3 份电子保单已生成|11.20 10:33',
      'next 保障开始|01.01 00:00',
    ]);
    expect(orderMoney(facts)).toMatchObject({ banner: null, lead: '钱付好了', chargedFen: 47_400, usedFen: 47_400 });
  });

  test('paid, policies still to come, by when', () => {
    expect(told({ ...UNPAID, status: 30, policiesStanding: 3, payments: [paidByMedical] }).slice(1)).toEqual([
      'done 医保个人账户已扣|已收到付款|47400|11.20 10:32|流水号 YB1',
      'next 3 份电子保单办好|正在出单，一般几分钟就好|最晚 11.24 18:00',
      'next 保障开始|01.01 00:00',
    ]);
  });

  test('paid twice: the second goes back by itself, and by when', () => {
    const facts: MoneyFacts = {
      ...{ ...UNPAID, ...ISSUED, payments: [surplus, paidByMedical], refunds: [refund] },
      attempts: [
        { ...wechat, state: 'REFUNDING', closedAtMs: at('10:31') },
        { ...medical, state: 'SUCCESS' },
      ],
    };
    expect(told(facts)).toEqual([
      ORDERED,
      'warn 微信支付没有返回结果|当时没有收到付款，先关闭了这次付款|11.20 10:31',
      'done 医保个人账户已扣|3 人参保完成|47400|11.20 10:32|流水号 YB1',
      'done 3 份电子保单已生成|11.20 10:33',
      'warn 微信支付也扣了|10:30 扣的，微信支付的通知晚到了|47400|11.20 10:36|流水号 WX1',
      'back 发现付了两次，自动退款|退微信支付那一笔，474.00 元|11.20 10:36',
      'done 微信支付已收下退款|11.20 10:37|退款单号 RJS1',
      'now 等微信支付退回|零钱一般马上到，银行卡一般 1 到 5 个工作日|47400|最晚 11.27 18:00',
      'next 保障开始|01.01 00:00',
    ]);
    expect(orderMoney(facts)).toMatchObject({
      banner: {
        tone: 'warn',
        title: '多付的 474.00 元正在退回微信支付',
        text: '不用申请，最晚 2026.11.27 18:00 到账。',
      },
      lead: '您付了两次，多的会自动退',
      ...{ chargedFen: 94_800, usedFen: 47_400, returningFen: 47_400, returnedFen: 0 },
    });
    const done = orderMoney({ ...facts, refunds: [{ ...refund, ...settled }] });
    expect(done).toMatchObject({ banner: { tone: 'ok' }, lead: '您付了两次，多的已经退了', returnedFen: 47_400 });
    expect(done.entries.at(-1)).toMatchObject({ mark: 'done', title: '微信支付已退款', amountFen: 47_400 });
  });

  test('paid twice by the same route', () => {
    const twice = { ...surplus, id: 3n, route: '医保个人账户', receivedAtMs: surplus.paidAtMs };
    const facts = { ...UNPAID, ...ISSUED, payments: [paidByMedical, twice] };
    expect(told(facts)).toContain('warn 医保个人账户又扣了一次|这一笔多付了|47400|11.20 10:30|流水号 WX1');
  });

  test.each([
    ['cancelled', at('10:35'), '订单已取消'],
    ['expired', at('10:58'), '超时没有付款，订单已关闭'],
  ])('paid after the order was %s: all of it goes back', (_how, closedAtMs, title) => {
    const late = { ...surplus, paidAtMs: closedAtMs + 1, receivedAtMs: closedAtMs + 60_000 };
    const facts: MoneyFacts = {
      ...{ ...UNPAID, nowMs: at('11:30'), status: 60, closedAtMs, payments: [late] },
      attempts: [{ ...wechat, state: 'REFUNDING', closedAtMs }],
      refunds: [{ ...refund, state: 'CREATED', createdAtMs: late.receivedAtMs, acceptedAtMs: null }],
    };
    expect(told(facts).map((line) => line.split('|')[0])).toEqual([
      'done 下单',
      'warn 微信支付没有返回结果',
      `void ${title}`,
      'warn 订单关闭后，微信支付扣了款',
      'back 订单已关闭，自动退款',
      'now 正在把钱交给微信支付',
    ]);
    expect(orderMoney(facts)).toMatchObject({ lead: '订单关了才扣的钱，会全部退', usedFen: 0, returningFen: 47_400 });
    expect(orderMoney(facts).banner?.title).toBe('474.00 元正在退回微信支付');
  });

  test('unclear: nobody pays again, and it is said until when', () => {
    const facts: MoneyFacts = { ...UNPAID, status: 25, unclear: true, isTold: true, attempts: [wechat] };
    expect(told(facts)).toEqual([
      ORDERED,
      'warn 微信支付没有返回结果|还不知道扣没扣，订单先留着|11.20 10:29',
      'now 等微信支付的结果|我们一直在查，查到就发短信。请不要重复付款|最晚 11.21 18:00',
    ]);
    expect(orderMoney(facts).banner).toEqual({
      tone: 'warn',
      title: '正在确认付款结果',
      text: '可能已经扣款，请不要重复付款。最晚 2026.11.21 18:00 有结果。',
    });
    expect(told({ ...facts, isTold: false }).join()).not.toContain('短信');
    expect(orderMoney(facts).lead).toBe('还不知道扣没扣钱，先不要再付');
  });

  test('attempts that took nothing say so', () => {
    const closed = { ...wechat, state: 'CLOSED', closedAtMs: at('10:35') } as const;
    const refused = { ...medical, state: 'FAILED', closedAtMs: null } as const;
    expect(told({ ...UNPAID, attempts: [closed, refused] }).slice(1, 3)).toEqual([
      'void 医保个人账户没有打开|没有扣款|11.20 10:31',
      'void 微信支付没有付|没有收到付款，这次付款已关闭|11.20 10:35',
    ]);
  });

  test('one of three gives a policy back', () => {
    const part: RefundFact = { ...refund, amountFen: 15_800, cause: 'asked' };
    const facts: MoneyFacts = {
      ...{ ...UNPAID, ...ISSUED, status: 60, policiesStanding: 2 },
      ...{ payments: [paidByWechat], refunds: [part] },
    };
    expect(told(facts).slice(3)).toEqual([
      'back 您申请了退保|158.00 元，退回微信支付|11.20 10:36',
      'done 微信支付已收下退款|11.20 10:37|退款单号 RJS1',
      'now 等微信支付退回|零钱一般马上到，银行卡一般 1 到 5 个工作日|15800|最晚 11.27 18:00',
      'next 保障开始|2 人|01.01 00:00',
    ]);
    expect(orderMoney(facts)).toMatchObject({ usedFen: 31_600, returningFen: 15_800, chargedFen: 47_400 });
    expect(orderMoney(facts).banner?.text).toBe('最晚 2026.11.27 18:00 到账。');
  });

  test('a policy without cash value ends without money', () => {
    const none: RefundFact = { ...refund, amountFen: 0, cause: 'asked', state: 'CREATED', acceptedAtMs: null };
    const facts: MoneyFacts = { ...UNPAID, ...ISSUED, payments: [paidByWechat], refunds: [none] };
    expect(told(facts)).toContain('now 正在终止保单|最晚 11.23 18:00');
    expect(orderMoney(facts).banner).toBeNull();
    expect(told({ ...facts, refunds: [{ ...none, ...settled }] })).toContain('done 保单已终止|11.20 10:40');
  });

  test('no cover could be given: all of it goes back', () => {
    const facts: MoneyFacts = {
      ...{ ...UNPAID, status: 85, payments: [paidByWechat] },
      refunds: [{ ...refund, cause: 'no-cover', createdAtMs: at('10:33') }],
    };
    expect(told(facts)[2]).toBe('back 没能承保，自动退款|474.00 元，退回微信支付|11.20 10:33');
    expect(orderMoney(facts)).toMatchObject({ lead: '没能参保，钱会全部退', usedFen: 0 });
  });

  test.each(['ABNORMAL', 'CLOSED'] as const)('a refund that is %s is with a person, who has until then', (state) => {
    const facts: MoneyFacts = {
      ...{ ...UNPAID, ...ISSUED, payments: [surplus, paidByMedical], refunds: [{ ...refund, state }] },
    };
    expect(told(facts)).toContain(
      'bad 微信支付没有退成，人工处理中|不用再申请，我们会把钱退给您|47400|最晚 12.02 18:00',
    );
    expect(orderMoney(facts).banner).toEqual({
      tone: 'err',
      title: '多付的 474.00 元没有退成，人工处理中',
      text: '不用再申请。最晚 2026.12.02 18:00 退给您。',
    });
  });

  test('a promise that was not kept is not made again', () => {
    const nowMs = beijingMs('2026-11-27 18:00:01');
    const facts: MoneyFacts = { ...UNPAID, ...ISSUED, nowMs, payments: [surplus, paidByMedical], refunds: [refund] };
    const open = orderMoney(facts).entries.at(-1);
    expect(open).toMatchObject({ mark: 'bad', title: '等微信支付退回' });
    expect(open?.text).toContain('已经过了说好的时间');
    expect(orderMoney(facts).banner?.text).toContain('请打客服电话');
    expect(orderMoney({ ...facts, nowMs: nowMs - 1_000 }).entries.at(-1)?.mark).toBe('now');
  });

  test('a refund that was closed and goes again by itself, and one that a person paid', () => {
    const facts: MoneyFacts = { ...UNPAID, ...ISSUED, payments: [surplus, paidByMedical], refunds: [] };
    const closed: RefundFact = { ...refund, state: 'CLOSED', resendAtMs: at('10:50') };
    expect(told({ ...facts, refunds: [closed] }).slice(-2)[0]).toBe(
      'now 微信支付没有退成，会自动再退|钱没有动，不用再申请|47400|最晚 11.27 18:00',
    );
    expect(orderMoney({ ...facts, refunds: [closed] }).banner).toMatchObject({ tone: 'warn' });
    const former = { refundNo: 'RJS1', acceptedAtMs: at('10:37'), failedAtMs: at('10:38'), settledAtMs: null };
    const again: RefundFact = {
      ...{ ...refund, refundNo: 'RJS1T02', beganAtMs: at('10:39'), acceptedAtMs: at('10:40') },
      formerNumbers: [{ ...former, replacedAtMs: at('10:39') }],
    };
    expect(told({ ...facts, refunds: [again] }).slice(-6, -1)).toEqual([
      'done 微信支付已收下退款|11.20 10:37|退款单号 RJS1',
      'warn 微信支付没有退成|钱没有动，不用再申请|11.20 10:38|退款单号 RJS1',
      'back 换了退款单号，再退一次|11.20 10:39',
      'done 微信支付已收下退款|11.20 10:40|退款单号 RJS1T02',
      expect.stringMatching(/^now 等微信支付退回/),
    ]);
    const byHand: RefundFact = { ...again, ...settled, byHand: { route: 'bank', paidOn: '2026-11-20' } };
    const done = orderMoney({ ...facts, refunds: [byHand] });
    expect(told({ ...facts, refunds: [byHand] }).at(-2)).toBe(
      'done 已人工退款|2026.11.20 由银行转账|47400|11.20 10:40',
    );
    expect(done.banner).toMatchObject({ tone: 'ok', text: '由银行转账。' });
    expect(done.chargedFen).toBe(done.usedFen + done.returningFen + done.returnedFen);
    const twice = { ...again.formerNumbers[0], settledAtMs: at('10:44') } as (typeof again.formerNumbers)[number];
    expect(told({ ...facts, refunds: [{ ...byHand, formerNumbers: [twice] }] })).toContainEqual(
      'warn 微信支付又退了一次|多退了一笔，客服会联系您|47400|11.20 10:44|退款单号 RJS1',
    );
  });

  test('a refund under review and one that was not granted', () => {
    const asked = { ...refund, cause: 'asked', acceptedAtMs: null } as const;
    const facts = (state: RefundStatus, settledAtMs: number | null): MoneyFacts => ({
      ...{ ...UNPAID, ...ISSUED, payments: [paidByWechat], refunds: [{ ...asked, state, settledAtMs }] },
    });
    expect(told(facts('REVIEWING', null))).toContain('now 退保审核中|47400|最晚 11.24 18:00');
    expect(orderMoney(facts('REVIEWING', null)).banner?.text).toBe('最晚 2026.11.24 18:00 审完。');
    const refused = orderMoney(facts('REJECTED', at('10:40')));
    expect(refused).toMatchObject({ banner: null, usedFen: 47_400, returningFen: 0 });
    expect(refused.entries.at(-1)?.title).toBe('退保没有通过');
  });
});

describe('whatever happened', () => {
  const states = ['CREATED', 'REVIEWING', 'PROCESSING', 'SETTLED', 'ABNORMAL', 'CLOSED', 'REJECTED'] as const;
  const anything = fc
    .record({
      status: fc.constantFrom(20, 25, 30, 50, 60, 61, 62, 70, 71, 85, 90),
      unclear: fc.boolean(),
      parts: fc.array(
        fc.record({ fen: fc.nat(1_000_000), backFen: fc.nat(1_000_000), state: fc.constantFrom(...states) }),
        { maxLength: 4 },
      ),
      afterMs: fc.nat(20 * 86_400_000),
    })
    .map(({ status, unclear, parts, afterMs }): MoneyFacts => {
      const payments = parts.map(
        ({ fen }, index): PaymentFact => ({
          ...{ ...paidByWechat, id: BigInt(index), amountFen: fen },
          purpose: index === 0 ? 'premium' : 'surplus',
        }),
      );
      const refunds = parts.map(
        ({ fen, backFen, state }, index): RefundFact => ({
          ...{ ...refund, paymentId: BigInt(index), amountFen: Math.min(fen, backFen), state },
          settledAtMs: state === 'SETTLED' ? at('10:40') : null,
        }),
      );
      return { ...UNPAID, status, unclear, payments, refunds, nowMs: at('10:45') + afterMs };
    });

  test('sums add up: charged is used, on its way back, and back', () => {
    fc.assert(
      fc.property(anything, (facts) => {
        const { chargedFen, usedFen, returningFen, returnedFen } = orderMoney(facts);
        return usedFen >= 0 && chargedFen === usedFen + returningFen + returnedFen;
      }),
    );
  });

  test('what is open says by when, what happened says when, and it stands in its order', () => {
    fc.assert(
      fc.property(anything, (facts) => {
        const { entries } = orderMoney(facts);
        const open = entries.filter(({ mark, atMs }) => mark === 'now' || (mark === 'bad' && atMs === null));
        const past = entries.slice(0, entries.length - open.length);
        return open.every(({ latest }) => latest !== null) && past.every(({ atMs }) => atMs !== null);
      }),
    );
  });

  test('the desk reads nothing that is said to the payer', () => {
    fc.assert(
      fc.property(anything, (facts) => {
        const { banner, entries, next } = orderMoney({ ...facts, reader: 'desk' });
        const words = [
          banner?.title,
          banner?.text,
          ...[...entries, ...next].flatMap(({ title, text }) => [title, text]),
        ];
        expect(words.join('\n')).not.toMatch(/您|我们|(?<!申)请/);
      }),
    );
  });

  test('nobody is asked to pay while money may have moved', () => {
    fc.assert(
      fc.property(anything, (facts) => {
        const { entries, banner } = orderMoney({ ...facts, unclear: true });
        const said = JSON.stringify([entries, banner], (_key, value) => (typeof value === 'bigint' ? null : value));
        return !/等您付款|再付一次|重新付|没有扣款/.test(said) && said.includes('不要重复付款');
      }),
    );
  });
});
