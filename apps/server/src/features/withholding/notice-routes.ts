import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { NoticeRefusal, RawNotice } from '../../ports/payment-provider.ts';
import { positionId, shardOfOrder } from '../../security/order-ids.ts';
import { raiseAlert, recordNotice, registerMoneyDoor, registerNoticeDoor, sealNotice } from '../payment/index.ts';
import { CONTRACT_NOTICE_PATH } from './begin-contract.ts';
import { contractOf } from './contract-code.ts';
import { contractById } from './contract-store.ts';
import { settleContract } from './settle-contract.ts';
import { PAYMENT_NOTICE_PATH } from './sign-and-pay.ts';
import { canSign, type SigningDependencies, type WithholdingDependencies } from './withholding-deps.ts';

/** Doors for what the provider tells of contracts, and of payments made with one. */
export function registerWithholdingRoutes(fastify: FastifyInstance, deps: WithholdingDependencies): void {
  if (!canSign(deps)) return;
  const { withholding } = deps;
  const answer = withholding.answerNotice;
  registerMoneyDoor(fastify, deps, {
    // The money is the payment provider's: its orders, queries, refunds and bills.
    code: deps.wechatPay.code,
    notices: { path: PAYMENT_NOTICE_PATH, proofHeaders: null, answer },
    verifyNotice: async (notice) => withholding.readPaymentNotice(notice),
  });
  registerNoticeDoor(fastify, deps, { path: CONTRACT_NOTICE_PATH, answer }, (notice) => handleNotice(deps, notice));
}

async function handleNotice(deps: SigningDependencies, notice: RawNotice): Promise<NoticeRefusal | null> {
  const opened = deps.withholding.readContractNotice(notice);
  if (opened.kind === 'refused') {
    deps.log.warn({ reason: opened.reason, bytes: notice.body.length }, 'contract notice refused');
    if (opened.reason !== 'signature') await tellOperator(deps, opened.reason, notice.body);
    return { status: 401, message: opened.reason };
  }
  const at = contractOf(deps.numbers, opened.contractCode);
  const shard = at ? shardOfOrder(at.orderId) : 0;
  const contract = at && (await contractById(deps.database.query, shard, positionId(at.orderId, at.number)));
  await recordNotice(deps.database.query, {
    shard,
    provider: 'wechat-papay',
    noticeId: opened.noticeId,
    orderId: at?.orderId ?? null,
    bodySealed: sealNotice(deps, { noticeId: opened.noticeId, body: notice.body, headers: {} }),
    outcome: contract ? 'settled' : 'refused-unknown-contract',
    receivedAtMs: deps.clock.now(),
  });
  if (!contract) return { status: 400, message: 'unknown contract' };
  await settleContract(deps, contract, opened.state);
  return null;
}

/** Signed by the provider, and does not fit: nobody else can have made it. */
async function tellOperator(deps: SigningDependencies, reason: string, body: Buffer): Promise<void> {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  await raiseAlert(
    deps.database.query,
    {
      kind: 'payment-notice-content',
      subject: `wechat-papay ${reason} ${bodyHash}`,
      orderId: null,
      shard: null,
      details: { provider: 'wechat-papay', reason },
    },
    deps.clock.now(),
  );
}
