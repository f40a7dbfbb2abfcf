import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { NoticeResult } from '../../ports/payment-provider.ts';
import { registerMoneyDoor } from './notice-route.ts';
import { factsOf } from './testing/payment-bench.ts';
import { numberOf, orderOf, setStage, stage, UNPAID } from './testing/payment-stage.ts';

setStage();

async function alertsOfContent(): Promise<number> {
  const rows = await stage.server.deps.database.query(
    `select 1 as told from operator_alerts where kind = 'payment-notice-content'`,
  );
  return rows.length;
}

test.each(['payment', 'refund'] as const)(
  'a %s that is rightly told, with a sign that no number has, is refused as content and told to operators',
  async (kind) => {
    const { order } = await orderOf();
    const told: Record<typeof kind, NoticeResult> = {
      payment: {
        ...{ kind: 'paid', noticeId: 'EV-1' },
        evidence: {
          ...{ merchantOrderNo: numberOf(order), providerTxn: '42000\0', amountFen: order.premiumFen, currency: 'CNY' },
          ...{ paidAtMs: stage.clock.now(), payerId: null },
        },
      },
      refund: {
        ...{ kind: 'refund', noticeId: 'EV-2\0', refundNo: `R${numberOf(order)}` },
        result: { kind: 'settled', providerRefundNo: '50000', settledAtMs: stage.clock.now(), refundFen: 1 },
      },
    };
    const before = await alertsOfContent();
    const fastify = Fastify();
    registerMoneyDoor(fastify, stage.server.deps, {
      code: 'wechat-pay',
      notices: {
        ...{ path: '/told', proofHeaders: null },
        answer: (refusal) => ({ status: refusal?.status ?? 204, contentType: null, body: '' }),
      },
      verifyNotice: async () => told[kind],
    });
    const answer = await fastify.inject({
      method: 'POST',
      url: '/hmb-js26/told',
      payload: kind,
      headers: { 'content-type': 'text/plain' },
    });
    await fastify.close();
    expect(answer.statusCode).toBe(401);
    expect(await factsOf(stage.server, order)).toMatchObject(UNPAID);
    expect(await alertsOfContent()).toBe(before + 1);
  },
);
