import type { ChargeState } from '../../ports/withholding.ts';
import { type OrderRow, orderById } from '../order/index.ts';
import { askProvider, closeAttempt } from './ask-provider.ts';
import {
  type AttemptRow,
  attemptsOf,
  moveAttempt,
  openAttempt,
  openAttempts,
  placedOrder,
  storeHandle,
} from './attempt-store.ts';
import { type PaymentDependencies, providerOf } from './payment-dependencies.ts';
import { FIRST_QUERY_MS } from './query-back-off.ts';
import { type AttemptDetails, create, detailsOf } from './start-payment.ts';

/** What a charge by contract is started with. */
export interface ChargeTerms {
  readonly provider: string;
  /** The provider's number of the contract. */
  readonly contractId: string;
  readonly description: string;
  readonly notifyUrl: string;
  /** How a charge ended, in the provider's words. */
  outcomeOf(merchantOrderNo: string): Promise<ChargeState>;
  /** False: what was handed over is followed to its end, and nothing new is. */
  readonly mayBegin: boolean;
}

/** Where a charge of an order stands. `unclear`: it may or may not be on its way; ask again later. */
export type ChargeStart =
  | { readonly kind: 'under-way' | 'paid' | 'not-payable' | 'not-begun' | 'unclear' }
  | { readonly kind: 'missed'; readonly code: string };

/** The provider wants to know which machine calls; nobody's browser does. */
const OWN_ADDRESS = '127.0.0.1';
const METHOD = 'wxpay';

/**
 * Charges an order by a contract, or goes on with the charge that was begun: the intent is written, then the provider is
 * called, then its answer is written. An order is charged once: whoever comes after a crash finds the same attempt, asks
 * first, and hands over the same number again only where the provider does not know it.
 */
export async function startCharge(
  deps: PaymentDependencies,
  order: OrderRow,
  terms: ChargeTerms,
): Promise<ChargeStart> {
  const { query } = deps.database;
  const attempts = await attemptsOf(query, order.shard, order.id);
  const [ended] = attempts.filter(
    ({ by_contract, state }) => by_contract && (state === 'FAILED' || state === 'CLOSED'),
  );
  if (order.paid_at !== null) return { kind: 'paid' };
  if (ended) return { kind: 'missed', code: await refusalCodeOf(terms, ended) };
  for (const attempt of openAttempts(attempts)) {
    if (attempt.by_contract) return goOn(deps, attempt, terms);
    const closed = await closeAttempt(deps, attempt);
    if (closed !== 'closed') return { kind: closed === 'paid' ? 'paid' : 'unclear' };
  }
  if (!terms.mayBegin) return { kind: 'not-begun' };
  const nowMs = deps.clock.now();
  const details: AttemptDetails = {
    way: { kind: 'deduct', contractId: terms.contractId },
    clientAddress: OWN_ADDRESS,
    description: terms.description,
    notifyUrl: terms.notifyUrl,
    handle: null,
    handleAtMs: null,
  };
  const opened = await openAttempt(deps.database, {
    shard: order.shard,
    orderId: order.id,
    provider: terms.provider,
    method: METHOD,
    merchantOrderNo: (attemptNo) => deps.numbers.merchantOrderNo(order.id, attemptNo),
    amountFen: order.premium_fen,
    detailsSealed: deps.vault.sealJson('prepay', details),
    nowMs,
    marginMs: 0,
    firstQueryAtMs: nowMs + FIRST_QUERY_MS,
    byContract: true,
  });
  if (opened.kind === 'opened') return handOver(deps, opened.attempt);
  if (opened.kind === 'another-open') return { kind: 'unclear' };
  // Paid since it was read, or really not payable any more.
  const now = await orderById(query, order.shard, order.id);
  return { kind: now && now.paid_at !== null ? 'paid' : 'not-payable' };
}

/** After a crash, or while the result is awaited. */
async function goOn(deps: PaymentDependencies, attempt: AttemptRow, terms: ChargeTerms): Promise<ChargeStart> {
  if (attempt.state === 'WAITING') return { kind: 'under-way' };
  const answer = await providerOf(deps, attempt.provider).query(placedOrder(attempt));
  if (answer.kind === 'absent') {
    if (terms.mayBegin) return handOver(deps, attempt);
    return { kind: (await closeAttempt(deps, attempt)) === 'closed' ? 'not-begun' : 'unclear' };
  }
  if (answer.kind === 'unknown') return { kind: 'unclear' };
  if (answer.kind === 'unpaid') return accepted(deps, attempt);
  const asked = await askProvider(deps, attempt);
  return { kind: asked === 'paid' ? 'paid' : 'unclear' };
}

async function handOver(deps: PaymentDependencies, attempt: AttemptRow): Promise<ChargeStart> {
  const answer = await create(deps, attempt, detailsOf(deps, attempt));
  switch (answer.kind) {
    case 'created':
      return accepted(deps, attempt);
    case 'already-paid':
      return { kind: (await askProvider(deps, attempt)) === 'paid' ? 'paid' : 'unclear' };
    case 'refused':
      return afterRefusal(deps, attempt, answer.code);
    default:
      deps.log.warn({ merchantOrderNo: attempt.merchant_order_no, answer: answer.kind }, 'charge not handed over');
      return { kind: 'unclear' };
  }
}

/**
 * It may have been taken all the same, by a call before this one whose answer got lost: only where the provider knows of
 * no charge, or of one that failed, has it been missed and may be tried by another order.
 */
async function afterRefusal(deps: PaymentDependencies, attempt: AttemptRow, code: string): Promise<ChargeStart> {
  const known = await providerOf(deps, attempt.provider).query(placedOrder(attempt));
  switch (known.kind) {
    case 'absent':
    case 'closed':
      await moveAttempt(deps.database.query, attempt, 'ProviderRefused', {
        atMs: deps.clock.now(),
        nextQueryAtMs: null,
      });
      return { kind: 'missed', code };
    case 'unpaid':
      return accepted(deps, attempt);
    case 'unknown':
      return { kind: 'unclear' };
    default:
      return { kind: (await askProvider(deps, attempt)) === 'paid' ? 'paid' : 'unclear' };
  }
}

/** Cancelled while the call was on its way: what it took is given back by the one way in which money arrives. */
async function accepted(deps: PaymentDependencies, attempt: AttemptRow): Promise<ChargeStart> {
  const kept = deps.vault.sealJson('prepay', { ...detailsOf(deps, attempt), handleAtMs: deps.clock.now() });
  return { kind: (await storeHandle(deps.database.query, attempt, kept)) ? 'under-way' : 'unclear' };
}

/** Why the provider did not take it, by its code; '' when it does not say. */
async function refusalCodeOf(terms: ChargeTerms, attempt: AttemptRow): Promise<string> {
  const answer = await terms.outcomeOf(attempt.merchant_order_no);
  return answer.kind === 'failed' ? answer.code : '';
}
