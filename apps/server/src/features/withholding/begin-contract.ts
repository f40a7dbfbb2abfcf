import { createHash } from 'node:crypto';
import { API_BASE_PATH } from '@huimin/contract';
import { CONSENT_VERSION, consentLines } from '@huimin/domain/withholding';
import { type CallRequest, fail, ok, type Reply } from '../../http/handler.ts';
import type { SignedContract } from '../../ports/signed-contract.ts';
import { insuredOfOrders, type OrderRow, policyholderDetails } from '../order/index.ts';
import { browserOf } from '../payment/index.ts';
import { contractCode } from './contract-code.ts';
import { type ContractRow, openContract } from './contract-store.ts';
import { canSign, type SigningDependencies, type WithholdingDependencies } from './withholding-deps.ts';

export const CONTRACT_NOTICE_PATH = '/api/wxpay/contractNotify';

/** The payer is still at the cashier or on the sign page this long. */
const FIRST_ASK_MS = 30_000;
const DISPLAY_CHARACTERS = 32;

/** Why nothing can be signed here, or the asker's openId. */
export async function whoSigns(
  deps: WithholdingDependencies,
  request: CallRequest,
  edition: string,
  consentVersion: number,
): Promise<Reply<{ openId: string; deps: SigningDependencies }>> {
  const offered = deps.editions.edition(edition)?.document.automaticReapplicationOffered === true;
  if (!offered || !canSign(deps)) return fail('switched-off', '这个产品现在不能开通自动重新投保');
  if (browserOf(request.userAgent) !== 'wechat') return fail('switched-off', '自动重新投保要在微信里开通');
  if (consentVersion !== CONSENT_VERSION) {
    return fail('documents-changed', '自动重新投保的说明有更新，请重新打开页面看一遍');
  }
  const openId = await deps.openIdOf(request.session);
  return openId ? ok({ openId, deps }) : fail('open-id-required');
}

/** Writes that somebody agreed and is going to sign, or goes on with a contract that hangs. */
export async function beginContract(
  deps: SigningDependencies,
  order: OrderRow,
  openId: string,
): Promise<Reply<ContractRow>> {
  const insured = await insuredOfOrders(deps.database.query, order.shard, [order.id]);
  const nowMs = deps.clock.now();
  const text = consentLines({ limitFen: order.premium_fen, peopleCount: insured.length }).join('\n');
  const contract = await openContract(
    deps.database,
    {
      shard: order.shard,
      orderId: order.id,
      userId: order.user_id,
      planId: deps.withholding.planId,
      contractCode: (number) => contractCode(deps.numbers, order.id, number),
      editionCode: order.edition_code,
      planCode: order.plan_code,
      insuredIds: insured.map((person) => person.id),
      limitFen: order.premium_fen,
      openIdSealed: deps.vault.seal('open-id', openId),
      consent: { version: CONSENT_VERSION, hash: createHash('sha256').update(text).digest() },
      nowMs,
      firstAskAtMs: nowMs + FIRST_ASK_MS,
    },
    (before) =>
      before.status === 'SIGNING' &&
      before.end_requested_at === null &&
      deps.vault.open('open-id', before.open_id_sealed) === openId,
  );
  return contract ? ok(contract) : fail('order-state', '这笔订单开通的次数太多了，请打客服电话办理');
}

/** What the provider is told of a contract; the same every time. */
export function signedContract(deps: SigningDependencies, order: OrderRow, contract: ContractRow): SignedContract {
  return {
    contractCode: contract.contract_code,
    displayAccount: maskedName(policyholderDetails(deps, order).name),
    noticeUrl: `${deps.notifyOrigin}${API_BASE_PATH}${CONTRACT_NOTICE_PATH}`,
  };
}

/** The first character; the provider's pages show it next to the contract. */
function maskedName(name: string | undefined): string {
  const [first = '', ...rest] = [...(name ?? '')];
  return first === '' ? '投保人' : `${first}${'*'.repeat(Math.min(rest.length || 1, DISPLAY_CHARACTERS - 1))}`;
}
