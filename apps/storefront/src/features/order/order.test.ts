import type { OrderSummaryValue } from '@huimin/contract';
import { describe, expect, it } from 'vitest';
import { attributionOf, recordIdOf } from './order-input.ts';
import { orderRefusalOf, type RefusedPerson, refusalSentences } from './order-refusal.ts';
import { payHref, waitingOrderOf, waitingWords } from './waiting-orders.ts';

const failure = (name: Parameters<typeof orderRefusalOf>[0]['name'], result: unknown = null) =>
  orderRefusalOf({ name, message: '服务器的话', result });

describe('a refused order', () => {
  const people: RefusedPerson[] = [
    { memberId: '0000000001', name: '张三', state: 'insured' },
    { memberId: '0000000002', name: '李四', state: 'own-order' },
  ];

  it('tells who is in the way', () => {
    expect(failure('already-insured', { people })).toEqual({ kind: 'people', people, message: '服务器的话' });
    const odd = { people: [...people, null, { memberId: '1' }, { memberId: '1', name: '王', state: 'x' }] };
    expect(failure('already-insured', odd)).toMatchObject({ people });
    expect(failure('already-insured', null)).toMatchObject({ kind: 'people', people: [] });
  });

  it.each([
    ['documents-changed', 'documents-changed'],
    ['order-state', 'closed'],
    ['adult-required', 'correct-people'],
    ['not-found', 'correct-people'],
    ['bad-input', 'correct-people'],
    ['not-on-sale', 'elsewhere'],
    ['not-logged-in', 'elsewhere'],
    ['server-busy', 'other'],
    [null, 'other'],
  ] as const)('%s is %s', (name, kind) => {
    expect(failure(name).kind).toBe(kind);
  });

  it('is said by names, one sentence per reason', () => {
    expect(refusalSentences(people)).toEqual([
      '张三已经参加本年度保障，不用再买',
      '李四有一笔订单还没办完，请先看那笔订单，付款或者取消。改过信息的，要取消后重新下单',
    ]);
    const both = people.map((person) => ({ ...person, state: 'other-order' as const }));
    expect(refusalSentences(both)).toEqual(['张三、李四正在由别的家人参保，请先问一下家人']);
    expect(refusalSentences([])).toEqual([]);
  });
});

describe('the unpaid order that holds a person', () => {
  const order = (orderNo: string, ...names: string[]) =>
    ({ orderNo, insured: names.map((name) => ({ name, relationship: '01' })) }) as unknown as OrderSummaryValue;
  const orders = [order('HM3', '王五'), order('HM2', '李四', '张三'), order('HM1', '李四')];

  it('is the newest one', () => {
    expect(waitingOrderOf({ name: '李四', relationship: '01' }, orders)).toBe('HM2');
  });

  it('is nobody of the same name in another relation', () => {
    expect(waitingOrderOf({ name: '李四', relationship: '02' }, orders)).toBeNull();
  });

  it('is paid on the payment page, or looked for in the list', () => {
    expect(payHref('HM2')).toBe('#/pay?orderNo=HM2');
    expect(payHref(null)).toBe('#/orders');
  });

  it('invites to pay only where no cashier was opened', () => {
    const waiting = [{ orderNo: 'HM2' }, { orderNo: 'HM1', paymentOpen: true }] as OrderSummaryValue[];
    expect(['HM2', 'HM1', null].map((orderNo) => waitingWords(orderNo, waiting))).toEqual([
      '去付款',
      '看付款结果',
      '看订单',
    ]);
  });
});

describe('where an order came from', () => {
  it('is in the kept parameters', () => {
    expect(attributionOf('shareCode=S1&agentCode=A1&area=320500&x=1')).toEqual({ shareCode: 'S1', agentCode: 'A1' });
    expect(attributionOf('')).toEqual({});
  });

  it('is dropped when the call would not take it', () => {
    expect(attributionOf(`shareCode=${'s'.repeat(65)}&shareFrom=F1`)).toEqual({ shareFrom: 'F1' });
  });

  it('goes with the id of the visit, if it has one', () => {
    expect(recordIdOf({ getItem: () => 'b0b0-1' })).toBe('b0b0-1');
    expect(recordIdOf({ getItem: () => null })).toBeUndefined();
    expect(recordIdOf({ getItem: () => 'x'.repeat(65) })).toBeUndefined();
    expect(recordIdOf(null)).toBeUndefined();
  });
});
