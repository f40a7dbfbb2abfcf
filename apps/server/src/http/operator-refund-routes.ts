import { numberOfRound, STUCK_RULES, stuckKind } from '@huimin/domain/refund';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  handPayouts,
  type PaymentDependencies,
  type Solved,
  sendRefundAgain,
  stuckRefunds,
} from '../features/payment/index.ts';
import { refuse, shown, signatureOf } from './operator-answers.ts';

const STUCK_SHOWN = 500;

/** Refunds that did not come through. That one was paid by hand is recorded by two people, signed in at the console. */
export function operatorRefundRoutes(door: FastifyInstance, payment: PaymentDependencies): void {
  door.get('/refunds/stuck', async (_request, reply) => {
    const refunds = await stuckRefunds(payment.database.query, STUCK_SHOWN);
    return reply.send({ refunds: refunds.map((refund) => ({ ...shown(refund), ...outlook(refund) })) });
  });
  door.get('/refunds/paid-by-hand', async (_request, reply) => {
    const payouts = await handPayouts(payment.database.query, STUCK_SHOWN);
    return reply.send({
      payouts: payouts.map((row) => ({ ...shown(row), currentNo: numberOfRound(row.refund_no, row.round) })),
    });
  });
  door.post('/refunds/:refundNo/resend', async (request, reply) => {
    const signature = signatureOf(request.body);
    if (typeof signature === 'string') return refuse(reply, 400, signature);
    return answer(reply, await sendRefundAgain(payment, numberOf(request), signature));
  });
}

/** What its provider's word means, what may be done, and when it is tried again by itself. */
function outlook(refund: Awaited<ReturnType<typeof stuckRefunds>>[number]): Record<string, unknown> {
  const kind = stuckKind(refund.state, refund.refusal !== null);
  return {
    currentNo: numberOfRound(refund.refund_no, refund.round),
    ...(kind && { meaning: STUCK_RULES[kind].meaning, ways: STUCK_RULES[kind].ways }),
    needsPerson: refund.state !== 'CREATED' && (refund.state === 'ABNORMAL' || refund.next_try_at === null),
  };
}

function numberOf(request: FastifyRequest): string {
  return (request.params as { refundNo: string }).refundNo;
}

function answer(reply: FastifyReply, solved: Solved): FastifyReply {
  switch (solved.kind) {
    case 'absent':
      return refuse(reply, 404, '没有这笔退款');
    case 'not-so':
      return refuse(reply, 409, solved.why);
    default:
      return reply.send(solved);
  }
}
