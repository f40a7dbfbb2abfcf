import { describe, expect, test } from 'vitest';
import { beijingMs } from '../date/index.ts';
import { idNumberCheckCharacter } from '../person/index.ts';
import { labelMapOf } from '../status/index.ts';
import {
  checkOrderDraft,
  type DraftInsured,
  type DraftPerson,
  isOrderStatus,
  isRelationshipCode,
  nextOrderStatus,
  ORDER_STATUS_ENTRIES,
  ORDER_STATUS_TABLE,
  type OrderDraft,
  type OrderEvent,
  RELATIONSHIPS,
  relationshipLabel,
  shownOrderStatus,
} from './index.ts';

const nowMs = beijingMs('2026-11-20 10:00:00');

/** An invented identity card number born on a day; region 320199 is assigned to no place. */
function idNumberBorn(day: string, sequence = 1): string {
  const first17 = `320199${day.replace(/-/g, '')}${String(sequence).padStart(3, '0')}`;
  return first17 + idNumberCheckCharacter(first17);
}

const payer: DraftPerson = { name: '张三', idType: '01', idNumber: idNumberBorn('1980-05-05'), phone: '19000000000' };
const self: DraftInsured = { ...payer, relationship: '00', regionCode: '320540' };
const child: DraftInsured = {
  name: '张小测',
  idType: '01',
  idNumber: idNumberBorn('2020-02-02'),
  relationship: '03',
  regionCode: '320506',
};
const draft: OrderDraft = { payer, insured: [self, child] };

const problemsOf = (change: Partial<OrderDraft>) =>
  checkOrderDraft({ ...draft, ...change }, { nowMs }).map(({ path, reason }) => `${path} ${reason}`);

describe('checkOrderDraft', () => {
  test('a family of two passes', () => {
    expect(checkOrderDraft(draft, { nowMs })).toEqual([]);
  });

  test('every message is Chinese and says what to do or what is missing', () => {
    const broken = {
      payer: { ...payer, name: '', idNumber: '1' },
      insured: [{ ...child, regionCode: '', idNumber: '' }],
    };
    const problems = checkOrderDraft(broken, { nowMs });
    expect(problems).toHaveLength(4);
    for (const { message } of problems) expect(message).toMatch(/[\u4e00-\u9fff]/);
  });

  test('the payer is an adult from the 18th birthday on', () => {
    const born = (day: string) => ({ ...payer, idNumber: idNumberBorn(day) });
    expect(problemsOf({ payer: born('2008-11-21'), insured: [child] })).toEqual(['payer.idNumber minor-payer']);
    expect(problemsOf({ payer: born('2008-11-20'), insured: [child] })).toEqual([]);
  });

  test('a payer with a passport is judged by the typed birth date', () => {
    const foreign = { ...payer, name: 'Anna Smith', idType: '02', idNumber: 'E12345678', sex: 'f' };
    expect(problemsOf({ payer: { ...foreign, birthDate: '1980-01-01' }, insured: [child] })).toEqual([]);
    expect(problemsOf({ payer: { ...foreign, birthDate: '2010-01-01' }, insured: [child] })).toEqual([
      'payer.idNumber minor-payer',
    ]);
    expect(problemsOf({ payer: { ...foreign, sex: '' }, insured: [child] })).toEqual([
      'payer.birthDate birth-date',
      'payer.sex sex',
    ]);
    expect(problemsOf({ payer: { ...foreign, birthDate: '2027-01-01' }, insured: [child] })).toContain(
      'payer.birthDate birth-date',
    );
  });

  test('the payer needs a mobile phone, an insured does not', () => {
    expect(problemsOf({ payer: { ...payer, phone: '' } })).toEqual(['payer.phone phone']);
    expect(problemsOf({ insured: [{ ...child, phone: '' }] })).toEqual([]);
    expect(problemsOf({ insured: [{ ...child, phone: '1900' }] })).toEqual(['insured.0.phone phone']);
  });

  test('one to ten people', () => {
    const children = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...child, idNumber: idNumberBorn('2020-02-02', index + 1) }));
    expect(problemsOf({ insured: [] })).toEqual(['insured nobody']);
    expect(problemsOf({ insured: children(10) })).toEqual([]);
    expect(problemsOf({ insured: children(11) })).toEqual(['insured too-many']);
    expect(checkOrderDraft({ payer, insured: children(3) }, { nowMs, maxInsured: 2 })).toEqual([
      { path: 'insured', reason: 'too-many', message: '一次最多为 2 人参保，现在是 3 人。请分开下单' },
    ]);
  });

  test('nobody twice, however the number is written', () => {
    const lower = { ...child, idNumber: ` ${child.idNumber.toLowerCase()}` };
    expect(problemsOf({ insured: [child, self, lower] })).toEqual(['insured.2.idNumber duplicate']);
    const [twice] = checkOrderDraft({ payer, insured: [self, child, lower] }, { nowMs });
    expect(twice?.message).toBe('和第 2 位被保险人的证件号码相同，留一位就行');
    const old = { ...child, name: '李四', idNumber: '320199501010101' };
    const renewed = { ...old, idNumber: '320199195010101011' };
    expect(problemsOf({ insured: [old, renewed] })).toEqual(['insured.1.idNumber duplicate']);
  });

  test('two people without a number yet are not called the same', () => {
    const empty = { ...child, idNumber: '' };
    expect(problemsOf({ insured: [empty, empty] })).toEqual([
      'insured.0.idNumber id-number',
      'insured.1.idNumber id-number',
    ]);
  });

  test('本人 must be the payer, and the payer must be 本人', () => {
    expect(problemsOf({ insured: [{ ...child, relationship: '00' }] })).toEqual(['insured.0.idNumber self-differs']);
    expect(problemsOf({ insured: [{ ...self, name: '张叁' }] })).toEqual(['insured.0.name self-differs']);
    // Somebody else of the same name is not the payer.
    expect(problemsOf({ insured: [{ ...self, idNumber: child.idNumber }] })).toEqual([
      'insured.0.idNumber self-differs',
    ]);
    expect(problemsOf({ payer: { ...payer, name: ' 张三' } })).toEqual([]);
    expect(problemsOf({ insured: [{ ...self, relationship: '05' }] })).toEqual([
      'insured.0.relationship self-expected',
    ]);
  });

  test('of a number that is none nothing more is said', () => {
    expect(problemsOf({ insured: [{ ...self, idNumber: '1' }] })).toEqual(['insured.0.idNumber id-number']);
    expect(problemsOf({ payer: { ...payer, idNumber: '1' }, insured: [self] })).toEqual(['payer.idNumber id-number']);
    const foreign = { idType: '02', name: 'Anna', birthDate: '1980-01-01', sex: 'f' };
    const named = { ...foreign, name: '安娜', idNumber: 'E12345678' };
    expect(problemsOf({ payer: { ...payer, ...named }, insured: [{ ...self, ...named }] })).toEqual([
      'payer.name name',
      'insured.0.name name',
    ]);
  });

  test.each(['', '04', '06', '0', 'toString'])('%j is no relationship', (relationship) => {
    expect(problemsOf({ insured: [{ ...child, relationship }] })).toEqual(['insured.0.relationship relationship']);
  });

  test('only places of the product', () => {
    expect(problemsOf({ insured: [{ ...child, regionCode: '310100' }] })).toEqual(['insured.0.regionCode region']);
    expect(problemsOf({ insured: [{ ...child, regionCode: '320584' }] })).toEqual([]);
  });

  test('names and papers are checked for everyone', () => {
    expect(problemsOf({ insured: [{ ...child, name: 'Anna' }] })).toEqual(['insured.0.name name']);
    expect(problemsOf({ insured: [{ ...child, idType: '77' }] })).toContain('insured.0.idType id-number');
    expect(problemsOf({ insured: [{ ...child, idNumber: idNumberBorn('2026-11-21') }] })).toEqual([
      'insured.0.idNumber id-number',
    ]);
  });
});

test('relationships', () => {
  expect(RELATIONSHIPS.map(({ code, label }) => `${code} ${label}`)).toEqual([
    '00 本人',
    '01 配偶',
    '02 父母',
    '03 子女',
    '05 其他',
  ]);
  expect(isRelationshipCode('04')).toBe(false);
  expect(relationshipLabel('03')).toBe('子女');
  expect(relationshipLabel('09')).toBe('09');
});

describe('order status', () => {
  test('codes and labels as the operators know them', () => {
    expect(labelMapOf(ORDER_STATUS_TABLE)).toEqual({
      10: '待确认',
      20: '待支付',
      25: '支付处理中',
      30: '已支付待承保',
      40: '承保中',
      50: '已承保',
      60: '退款中',
      61: '部分退款',
      62: '已退款',
      70: '已取消',
      71: '超时关闭',
      80: '支付失败',
      85: '承保失败(自动退款)',
      90: '异常待人工',
    });
  });

  const walk = (...events: OrderEvent[]) =>
    events.reduce<ReturnType<typeof nextOrderStatus>>((status, event) => status && nextOrderStatus(status, event), 20);

  test.each<[string, OrderEvent[], number | null]>([
    ['paid and issued', ['PaymentStarted', 'PaymentReceived', 'IssuingStarted', 'PoliciesIssued'], 50],
    ['a second try after a failure', ['PaymentStarted', 'PaymentFailed', 'PaymentStarted', 'PaymentReceived'], 30],
    ['the late notice of a failed payment', ['PaymentStarted', 'PaymentFailed', 'PaymentReceived'], 30],
    ['paid after it was closed', ['OrderExpired', 'LatePaymentReceived', 'FullyRefunded'], 62],
    [
      'one of a family refunded, then the rest',
      ['PaymentReceived', 'PoliciesIssued', 'RefundStarted', 'PartRefunded', 'RefundStarted', 'FullyRefunded'],
      62,
    ],
    [
      'a refusal leaves the earlier part refund',
      ['PaymentReceived', 'PoliciesIssued', 'RefundStarted', 'PartRefunded', 'RefundStarted', 'FurtherRefundRejected'],
      61,
    ],
    ['not issued, refunded by itself', ['PaymentReceived', 'IssuingFailed', 'RefundStarted', 'FullyRefunded'], 62],
    ['a closed order is never revived', ['OrderCancelled', 'PaymentReceived'], null],
    [
      'paid once more when all was back',
      ['OrderExpired', 'LatePaymentReceived', 'FullyRefunded', 'LatePaymentReceived', 'FullyRefunded'],
      62,
    ],
    [
      'a refunded order is never paid again',
      ['OrderExpired', 'LatePaymentReceived', 'FullyRefunded', 'PaymentReceived'],
      null,
    ],
    ['a paid order does not expire', ['PaymentReceived', 'OrderExpired'], null],
    ['a paid order is not cancelled', ['PaymentReceived', 'OrderCancelled'], null],
    ['an unpaid order is not refunded', ['RefundStarted'], null],
  ])('%s', (_, events, expected) => {
    expect(walk(...events)).toBe(expected);
  });

  test('each has a tab and words for residents', () => {
    const tabs = Object.fromEntries(ORDER_STATUS_ENTRIES.map(({ status, tab }) => [status, tab]));
    expect(tabs).toMatchObject({
      20: 'unpaid',
      25: 'unpaid',
      80: 'unpaid',
      30: 'paid',
      50: 'paid',
      62: 'refund',
      71: 'closed',
    });
    expect(shownOrderStatus(20)).toMatchObject({ residentLabel: '待付款', tone: 'warn' });
    expect(shownOrderStatus('50')).toMatchObject({ residentLabel: '已付款', tone: 'success' });
  });

  test('an unknown value is shown as it is', () => {
    expect(shownOrderStatus(99)).toEqual({ label: '99', residentLabel: '99', tone: 'neutral', tab: 'closed' });
    expect(isOrderStatus(99)).toBe(false);
    expect(isOrderStatus(20)).toBe(true);
  });
});
