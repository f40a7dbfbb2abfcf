import type { PaymentMethod } from '@huimin/contract';
import { shownOrderStatus } from '@huimin/domain/order';
import { type CallRequest, fail, ok, type Reply } from '../../http/handler.ts';
import type { CreateResult, ProviderOrder } from '../../ports/payment-provider.ts';
import { type OrderRow, orderOfOwner } from '../order/index.ts';
import { raiseAlert } from './alert-store.ts';
import { askProvider, closeAttempt } from './ask-provider.ts';
import {
  type AttemptRow,
  attemptsOf,
  keepRefusal,
  moveAttempt,
  openAttempt,
  openAttempts,
  placedOrder,
  storeHandle,
} from './attempt-store.ts';
import { notifyUrlOf, type PaymentDependencies, providerOf } from './payment-dependencies.ts';
import { browserOf, methodOf, type StartableMethod } from './payment-methods.ts';
import { FIRST_QUERY_MS } from './query-back-off.ts';
import { tellSetting } from './tell-setting.ts';

export type PaymentWay = ProviderOrder['way'];

/** What to pay, by which method, and how the payer gets to the cashier. */
export interface PaymentStart {
  readonly orderNo: string;
  readonly method: PaymentMethod;
  readonly way: PaymentWay;
}

/** The parameters of the create call, kept so that it can be sent again unchanged, and what it answered. */
export interface AttemptDetails {
  readonly way: PaymentWay;
  readonly clientAddress: string;
  readonly description: string;
  readonly notifyUrl: string;
  readonly handle: string | null;
  readonly handleAtMs: number | null;
}

/** Nothing is started this shortly before an order closes. */
const START_MARGIN_MS = 60_000;
/** A prepay id lives two hours, an H5 address or a signed page address minutes; taken anew well before. */
const HANDLE_LIFE_MS = {
  jsapi: 100 * 60_000,
  sign: 100 * 60_000,
  // There is nothing to go on with.
  deduct: 0,
  h5: 4 * 60_000,
  redirect: 4 * 60_000,
  'medical-account': 10 * 60_000,
} as const;
const MAX_ROUNDS = 3;

export interface StartedPayment {
  readonly handle: string;
  readonly order: OrderRow;
}

/**
 * Starts a payment of an order, or goes on with the open one: the intent is written, then the provider is called, then
 * its answer is written. At most one attempt is open; another one is closed at the provider first.
 */
export async function startPayment(
  deps: PaymentDependencies,
  request: CallRequest,
  start: PaymentStart,
): Promise<Reply<StartedPayment>> {
  const method = methodOf(start.method);
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const orderId = deps.numbers.orderId(start.orderNo);
    const order = orderId === null ? null : await orderOfOwner(deps.database.query, request.user, orderId);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const refusal = whyNotPayable(deps, order, method, start.way, request.userAgent);
    if (refusal) return refusal;
    const attempt = await attemptFor(deps, order, method, start.way, request);
    if (!attempt.ok) return attempt;
    if (!attempt.value) continue;
    const handle = await handleOf(deps, method, attempt.value);
    if (!handle.ok) return handle;
    if (handle.value) return ok({ handle: handle.value, order });
  }
  return fail('payment-unclear');
}

/** Why a payment of this order cannot be begun by this method in this browser; null when it can. */
export function whyNotPayable(
  deps: PaymentDependencies,
  order: OrderRow,
  method: StartableMethod,
  way: Pick<PaymentWay, 'kind'>,
  userAgent: string,
): Reply<never> | null {
  if (order.status !== 20 && order.status !== 25) {
    const { residentLabel } = shownOrderStatus(order.status);
    return fail('order-state', `订单状态是「${residentLabel}」，不能付款。请看最新状态`);
  }
  if (order.expires_at - START_MARGIN_MS <= deps.clock.now()) {
    return fail('order-state', '订单就要超时关闭，不能再付款了。请重新提交订单');
  }
  const browser = browserOf(userAgent);
  const refusal = method.ways[way.kind]?.[browser];
  if (refusal !== undefined) return fail('payment-method', refusal);
  const document = deps.editions.edition(order.edition_code)?.document;
  const offered = (browser === 'alipay' ? document?.aliPayList : document?.payList) ?? [];
  const possible = deps.providers.has(method.provider) && offered.some((entry) => entry.value === method.value);
  return possible ? null : fail('payment-method');
}

/** The open attempt of the same method and way, or a new one after closing any other. Null: look again. */
async function attemptFor(
  deps: PaymentDependencies,
  order: OrderRow,
  method: StartableMethod,
  way: PaymentWay,
  { clientAddress, recordId }: Pick<CallRequest, 'clientAddress' | 'recordId'>,
): Promise<Reply<AttemptRow | null>> {
  for (const attempt of openAttempts(await attemptsOf(deps.database.query, order.shard, order.id))) {
    if (attempt.method === method.value && fits(detailsOf(deps, attempt), way, clientAddress)) return ok(attempt);
    const closed = await closeAttempt(deps, attempt);
    if (closed === 'paid') return paidMeanwhile();
    if (closed === 'unknown') return fail('payment-unclear');
  }
  const nowMs = deps.clock.now();
  const details: AttemptDetails = {
    way,
    clientAddress,
    description: deps.editions.edition(order.edition_code)?.document.proName ?? '补充医疗保险',
    notifyUrl: way.kind === 'sign' ? way.notifyUrl : notifyUrlOf(deps, providerOf(deps, method.provider)),
    handle: null,
    handleAtMs: null,
  };
  const opened = await openAttempt(deps.database, {
    shard: order.shard,
    orderId: order.id,
    provider: method.provider,
    method: method.value,
    merchantOrderNo: (attemptNo) => deps.numbers.merchantOrderNo(order.id, attemptNo),
    amountFen: order.premium_fen,
    detailsSealed: deps.vault.sealJson('prepay', details),
    nowMs,
    marginMs: START_MARGIN_MS,
    firstQueryAtMs: nowMs + FIRST_QUERY_MS,
    trace: recordId,
  });
  switch (opened.kind) {
    case 'opened':
      return ok(opened.attempt);
    case 'another-open':
      return ok(null);
    case 'not-payable':
      return ok(null);
    case 'too-many':
      return fail('order-state', '这笔订单换付款方式的次数太多了，请取消后重新提交');
  }
}

function fits({ way: before, ...details }: AttemptDetails, way: PaymentWay, clientAddress: string): boolean {
  switch (before.kind) {
    case 'jsapi':
      return way.kind === 'jsapi' && before.openId === way.openId && before.app === way.app;
    case 'sign':
      return (
        way.kind === 'sign' &&
        before.openId === way.openId &&
        before.contract.contractCode === way.contract.contractCode
      );
    case 'deduct':
      return false;
    case 'h5':
      // The H5 cashier refuses a payer whose address is not the one the order was made for.
      return way.kind === 'h5' && details.clientAddress === clientAddress && before.returnUrl === way.returnUrl;
    case 'medical-account':
      // Whatever permission it was started with: that one is used up, and the cashier is open.
      return way.kind === 'medical-account' && before.quitUrl === way.quitUrl;
    case 'redirect':
      return way.kind === 'redirect' && before.returnUrl === way.returnUrl && before.quitUrl === way.quitUrl;
  }
}

/** What an attempt was started with. */
export function detailsOf(deps: Pick<PaymentDependencies, 'vault'>, attempt: AttemptRow): AttemptDetails {
  return deps.vault.openJson<AttemptDetails>('prepay', attempt.provider_handle_sealed as Buffer);
}

/** What the way needs to go on: kept from before while it lives, else from the provider. Null: start over. */
async function handleOf(
  deps: PaymentDependencies,
  method: StartableMethod,
  attempt: AttemptRow,
): Promise<Reply<string | null>> {
  const details = detailsOf(deps, attempt);
  const ageMs = deps.clock.now() - (details.handleAtMs ?? 0);
  if (details.handle && ageMs < HANDLE_LIFE_MS[details.way.kind]) return ok(details.handle);
  const answer = await create(deps, attempt, details);
  const nowMs = deps.clock.now();
  const { query } = deps.database;
  switch (answer.kind) {
    case 'created': {
      const kept: AttemptDetails = { ...details, handle: answer.handle, handleAtMs: nowMs };
      if (await storeHandle(query, attempt, deps.vault.sealJson('prepay', kept))) return ok(answer.handle);
      // Cancelled, expired or paid while the call was on its way: what it made must not be paid any more.
      return (await closeAttempt(deps, attempt)) === 'unknown' ? fail('payment-unclear') : ok(null);
    }
    case 'already-paid':
      return (await askProvider(deps, attempt)) === 'paid' ? paidMeanwhile() : fail('payment-unclear');
    case 'closed':
      await moveAttempt(query, attempt, 'AttemptClosed', { atMs: nowMs, nextQueryAtMs: nowMs });
      return ok(null);
    case 'outdated': {
      const ended = await closeAttempt(deps, attempt);
      if (ended === 'paid') return paidMeanwhile();
      return ended === 'unknown' ? fail('payment-unclear') : ok(null);
    }
    case 'refused':
      return createRefused(deps, method, attempt, answer);
    case 'unknown':
      deps.log.warn({ merchantOrderNo: attempt.merchant_order_no, problem: answer.message }, 'payment not started');
      if (answer.setting !== undefined) await tellSetting(deps, attempt.provider, answer.setting);
      // A cashier that was handed out before may have been paid at, and its provider does not say.
      if (attempt.state === 'WAITING') return fail('payment-unclear');
      // Nothing was handed to the payer, so nothing can have been paid; the next press sends the same number again.
      return fail('provider-busy', `${method.label}暂时没有回应，没有扣款，请稍后再试`);
  }
}

/**
 * Same number and data may be sent again, so an answer that got lost is asked for once more; not by a provider that is asked
 * too much as it is, which would go on refusing everybody.
 */
export async function create(
  deps: PaymentDependencies,
  attempt: AttemptRow,
  details: AttemptDetails,
): Promise<CreateResult> {
  const order: ProviderOrder = {
    ...placedOrder(attempt),
    amountFen: attempt.amount_fen,
    description: details.description,
    expiresAtMs: attempt.expires_at,
    notifyUrl: details.notifyUrl,
    clientAddress: details.clientAddress,
    way: details.way,
  };
  const provider = providerOf(deps, attempt.provider);
  const first = await provider.create(order);
  return first.kind === 'unknown' && !first.tooOften ? provider.create(order) : first;
}

async function createRefused(
  deps: PaymentDependencies,
  method: StartableMethod,
  attempt: AttemptRow,
  answer: { readonly code: string; readonly message: string },
): Promise<Reply<never>> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  await keepRefusal(query, attempt, answer.code);
  if (attempt.state === 'CREATED') {
    await moveAttempt(query, attempt, 'ProviderRefused', { atMs: nowMs, nextQueryAtMs: null });
  } else {
    // An earlier call went through, and its cashier may still be open in front of the payer.
    const closed = await closeAttempt(deps, attempt);
    if (closed === 'paid') return paidMeanwhile();
    if (closed === 'unknown') return fail('payment-unclear');
  }
  if (answer.code === 'OPENID_MISMATCH') return fail('open-id-required', '请在微信里重新授权后再付款');
  const expected = method.refusals?.[answer.code];
  if (expected && !expected.alert) return fail(expected.name, expected.message);
  deps.log.error({ code: answer.code, merchantOrderNo: attempt.merchant_order_no }, 'payment refused by the provider');
  await raiseAlert(
    query,
    {
      kind: 'payment-refused',
      subject: attempt.merchant_order_no,
      orderId: attempt.order_id,
      shard: attempt.shard,
      details: { merchantOrderNo: attempt.merchant_order_no, code: answer.code },
    },
    nowMs,
  );
  return expected ? fail(expected.name, expected.message) : fail('payment-method');
}

function paidMeanwhile(): Reply<never> {
  return fail('order-state', '这笔订单已经付款成功，请不要重复付款');
}
