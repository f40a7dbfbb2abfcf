import { expect, test } from 'vitest';
import type { CreateResult, PaymentProvider, QueryResult } from '../../ports/payment-provider.ts';
import { orderById } from '../order/index.ts';
import { attemptsOf } from './attempt-store.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { type ChargeTerms, startCharge } from './start-charge.ts';
import { factsOf } from './testing/payment-bench.ts';
import { numberOf, orderOf, PAID, setStage, stage, UNPAID } from './testing/payment-stage.ts';

/** Charges by contract: what the provider answers to the call, and to the question about it. */
setStage();

const REFUSED: CreateResult = { kind: 'refused', code: 'RULE_LIMIT', message: '' };
const LOST: CreateResult = { kind: 'unknown', message: 'no whole answer in time' };

async function charge(answers: readonly CreateResult[], known: (number: string, amountFen: number) => QueryResult) {
  const { order } = await orderOf();
  const { deps } = stage.server;
  const left = [...answers];
  const provider: PaymentProvider = {
    ...deps.wechatPay,
    create: async () => left.shift() ?? LOST,
    query: async ({ merchantOrderNo }) => known(merchantOrderNo, order.premiumFen),
  };
  const asking: PaymentDependencies = { ...deps, providers: new Map([['wechat-pay', provider]]) };
  const terms: ChargeTerms = {
    ...{ provider: 'wechat-pay', contractId: '1', description: '补充医疗保险', notifyUrl: 'http://127.0.0.1:9/n' },
    outcomeOf: async () => ({ kind: 'absent' }),
    mayBegin: true,
  };
  const row = await orderById(deps.database.query, order.shard, order.id);
  if (!row) throw new Error('no order');
  const started = await startCharge(asking, row, terms);
  const [attempt] = await attemptsOf(deps.database.query, order.shard, order.id);
  return { order, started, state: attempt?.state, facts: await factsOf(stage.server, order) };
}

const paid = (merchantOrderNo: string, amountFen: number): QueryResult => ({
  kind: 'paid',
  evidence: {
    ...{ merchantOrderNo, providerTxn: `42${merchantOrderNo.slice(-24)}`, amountFen, currency: 'CNY' },
    ...{ paidAtMs: stage.clock.now(), payerId: null },
  },
});

test('a refusal after an answer that got lost is no miss while the provider has the charge: it would be taken twice', async () => {
  const underWay = await charge([LOST, REFUSED], () => ({ kind: 'unpaid' }));
  expect(underWay).toMatchObject({ started: { kind: 'under-way' }, state: 'WAITING', facts: UNPAID });
  const taken = await charge([LOST, REFUSED], paid);
  expect(taken).toMatchObject({ started: { kind: 'paid' }, state: 'SUCCESS' });
  expect(taken.facts).toEqual(PAID);
  expect(numberOf(taken.order)).toMatch(/^JS/);
});

test('while the provider does not say, it is asked again later; what it does not know or could not take is missed', async () => {
  const unclear = await charge([LOST, REFUSED], () => ({ kind: 'unknown', message: 'HTTP 502' }));
  expect(unclear).toMatchObject({ started: { kind: 'unclear' }, state: 'CREATED' });
  for (const kind of ['absent', 'closed'] as const) {
    const missed = await charge([REFUSED], () => ({ kind }));
    expect(missed).toMatchObject({ started: { kind: 'missed', code: 'RULE_LIMIT' }, state: 'FAILED' });
  }
});
