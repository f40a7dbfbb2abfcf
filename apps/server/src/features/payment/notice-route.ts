import { createHash } from 'node:crypto';
import { API_BASE_PATH } from '@huimin/contract';
import { roundOfNumber } from '@huimin/domain/refund';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  NoticeDoor,
  NoticeRefusal,
  NoticeResult,
  PaymentProvider,
  RawNotice,
} from '../../ports/payment-provider.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { raiseAlert } from './alert-store.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { recordNotice } from './payment-store.ts';
import { registerReturnRoute } from './return-route.ts';
import { settleRefundNotice } from './run-refund.ts';
import { type ReceivedNotice, sealNotice, settlePayment } from './settle-payment.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
/** The provider waits 5 s; past that it sends again, so a late answer is worth nothing. */
const ANSWER_WITHIN_MS = 4_500;
/** Wrongly signed posts are anybody's noise; these were signed by the provider and still do not fit. */
const SIGNED_BUT_WRONG = new Set(['merchant', 'app', 'trade-type', 'content', 'event-type', 'decryption']);

type Verified = Exclude<NoticeResult, { kind: 'refused' }>;

/** Where notices about money come in, and whose they are. */
export type MoneyDoor = Pick<PaymentProvider, 'code' | 'notices' | 'verifyNotice'>;

export function registerPaymentRoutes(fastify: FastifyInstance, deps: PaymentDependencies): void {
  for (const provider of deps.providers.values()) {
    registerMoneyDoor(fastify, deps, provider);
    if (provider.browserReturn) registerReturnRoute(fastify, deps, provider.browserReturn);
  }
}

/** One more door for money; a provider may tell of some of its orders in another form. */
export function registerMoneyDoor(fastify: FastifyInstance, deps: PaymentDependencies, door: MoneyDoor): void {
  registerNoticeDoor(fastify, deps, door.notices, (notice) => handleNotice(deps, door, notice));
}

/**
 * Lets notices in. The body is kept as raw bytes, because a signature covers exactly those.
 * @param handle answers null when the notice was taken
 */
export function registerNoticeDoor(
  fastify: FastifyInstance,
  { log }: Pick<PaymentDependencies, 'log'>,
  door: Pick<NoticeDoor, 'path' | 'answer'>,
  handle: (notice: RawNotice) => Promise<NoticeRefusal | null>,
): void {
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => {
      done(null, body);
    });
    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const status = error.statusCode ?? 500;
      if (status >= 500) log.error({ requestId: request.id, problem: error.message }, 'notice failed');
      return send(reply, door, { status, message: 'not processed' });
    });
    scope.post(`${API_BASE_PATH}${door.path}`, async (request, reply) =>
      send(reply, door, await within(ANSWER_WITHIN_MS, handle(rawNotice(request)))),
    );
  });
}

function rawNotice(request: FastifyRequest): RawNotice {
  return { headers: request.headers, body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0) };
}

/** Null: taken. */
async function handleNotice(
  deps: PaymentDependencies,
  provider: MoneyDoor,
  notice: RawNotice,
): Promise<NoticeRefusal | null> {
  const opened = await provider.verifyNotice(notice);
  if (opened.kind === 'refused') return refused(deps, provider, notice, opened);
  // No number or name has that sign, and no database keeps it.
  if (JSON.stringify(opened).includes('\\u0000')) {
    return refused(deps, provider, notice, { reason: 'content', probe: false });
  }
  const received = { noticeId: opened.noticeId, body: notice.body, headers: proofOf(provider, notice) };
  if (opened.kind === 'refund') return refundNotice(deps, provider, received, opened);
  if (opened.kind === 'nothing') return null;
  const settled = await settlePayment(deps, provider.code, opened.evidence, received);
  return settled.kind === 'refused' ? { status: 400, message: settled.reason } : null;
}

function proofOf({ notices }: MoneyDoor, notice: RawNotice): RawNotice['headers'] {
  const { proofHeaders } = notices;
  const kept = Object.entries(notice.headers).filter(
    ([name]) => proofHeaders !== null && name.startsWith(proofHeaders),
  );
  return Object.fromEntries(kept);
}

async function refundNotice(
  deps: PaymentDependencies,
  provider: MoneyDoor,
  received: ReceivedNotice,
  opened: Extract<Verified, { kind: 'refund' }>,
): Promise<NoticeRefusal | null> {
  const settled = await settleRefundNotice(deps, provider.code, opened.refundNo, opened.result);
  const refusal = { taken: null, unknown: 'unknown-refund', amount: 'refund-amount' }[settled];
  const named = roundOfNumber(opened.refundNo);
  const orderId = named && deps.numbers.orderId(named.refundNo.slice(1, -2));
  await recordNotice(deps.database.query, {
    shard: orderId === null ? 0 : shardOfOrder(orderId),
    provider: provider.code,
    noticeId: opened.noticeId,
    orderId,
    bodySealed: sealNotice(deps, received),
    outcome: refusal === null ? 'settled' : `refused-${refusal}`,
    receivedAtMs: deps.clock.now(),
  });
  return refusal === null ? null : { status: 400, message: refusal };
}

async function refused(
  deps: PaymentDependencies,
  provider: MoneyDoor,
  notice: RawNotice,
  { reason, probe }: { readonly reason: string; readonly probe: boolean },
): Promise<NoticeRefusal> {
  if (!probe) {
    deps.log.warn({ provider: provider.code, reason, bytes: notice.body.length }, 'payment notice refused');
  }
  if (SIGNED_BUT_WRONG.has(reason)) {
    const bodyHash = createHash('sha256').update(notice.body).digest('hex');
    await raiseAlert(
      deps.database.query,
      {
        kind: 'payment-notice-content',
        subject: `${provider.code} ${reason} ${bodyHash}`,
        orderId: null,
        shard: null,
        details: { provider: provider.code, reason },
      },
      deps.clock.now(),
    );
  }
  return { status: 401, message: reason };
}

function send(reply: FastifyReply, door: Pick<NoticeDoor, 'answer'>, refusal: NoticeRefusal | null): FastifyReply {
  const answer = door.answer(refusal);
  reply.header('cache-control', 'no-store').code(answer.status);
  return answer.contentType === null ? reply.send() : reply.type(answer.contentType).send(answer.body);
}

async function within(limitMs: number, work: Promise<NoticeRefusal | null>): Promise<NoticeRefusal | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<NoticeRefusal>((resolve) => {
    timer = setTimeout(() => resolve({ status: 503, message: 'busy' }), limitMs);
  });
  // The work goes on after a late answer; its own failure must not end the process then.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
