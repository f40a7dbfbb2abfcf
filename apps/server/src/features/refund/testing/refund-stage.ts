import type { RefundProgressValue, RefundSubmissionValue } from '@huimin/contract';
import { expect } from 'vitest';
import { createRateLimiter } from '../../../coordination/rate-limit.ts';
import type { CallRequest, HandlerTable, Reply, SessionUser } from '../../../http/handler.ts';
import type { SmsMessage } from '../../../ports/sms-gateway.ts';
import { positionId } from '../../../security/order-ids.ts';
import {
  newUser,
  type PaymentServer,
  requestOf,
  saveTestOrder,
  type TestOrder,
} from '../../payment/testing/payment-bench.ts';
import { pay, stage, startJsapi } from '../../payment/testing/payment-stage.ts';
import { policyIssuer } from '../../policy/index.ts';
import { refundHandlers } from '../index.ts';

/** What the tests' edition says about refunds; changed by a test, set back by `freshEdition`. */
export const edition = {
  applyRefund: true,
  refundReason: true,
  cashValue: undefined as { feeBasisPoints: number } | undefined,
};

export function freshEdition(): void {
  Object.assign(edition, { applyRefund: true, refundReason: true, cashValue: undefined });
}

const DOCUMENT = {
  proName: '补充医疗保险',
  editionYear: 2027,
  tel: '400-065-1066',
  validDate: '2027-01-01',
  invalidDate: '2027-12-31',
  insureStart: '2026-01-01',
  insureEnd: '2026-12-31 23:59:59',
  underwriteEnd: '2027-01-10 23:59:59',
  underwriteComplete: false,
};

/** Text messages sent, newest last. */
export const messages: SmsMessage[] = [];

function handlersOf(server: PaymentServer): HandlerTable {
  const { deps } = server;
  return refundHandlers({
    ...deps,
    editions: { edition: () => ({ code: 'demo', pauses: [], document: { ...DOCUMENT, ...edition } }) as never },
    codes: {
      core: deps,
      limiter: createRateLimiter({ query: deps.database.query, index: deps.index, clock: deps.clock }),
      sms: {
        async send(message) {
          messages.push(message);
          return { kind: 'accepted', providerId: 'b1' };
        },
      },
    },
  });
}

export interface Family {
  readonly user: SessionUser;
  readonly order: TestOrder;
  readonly policyNos: readonly string[];
}

let phones = 19_000_200_000;

/** Somebody with a phone who has saved an order for two people. */
export async function unpaidFamily(insuredCount = 2): Promise<Family> {
  const { deps } = stage.server;
  phones += 1;
  const phone = String(phones);
  const user = { ...newUser(), phoneIndex: deps.index.phone(phone) };
  await deps.database.query(
    `insert into users (phone_index, id, shard, phone_sealed, created_at, last_login_at) values ($1, $2, $3, $4, $5, $5)`,
    [user.phoneIndex, user.id, user.shard, deps.vault.seal('phone', phone), new Date(deps.clock.now())],
  );
  const order = await saveTestOrder(stage.server, user, insuredCount);
  const names = ['张三', '李四', '张小测'];
  for (let index = 0; index < insuredCount; index++) {
    await deps.database.query('update insured set details_sealed = $3 where shard = $1 and id = $2', [
      order.shard,
      positionId(order.id, index + 1),
      deps.vault.sealJson('insured', { name: names[index] }),
    ]);
  }
  const policyNos = order.people.map((_, index) => deps.numbers.policyNo(positionId(order.id, index + 1)));
  return { user, order, policyNos };
}

/** The same, paid and issued. */
export async function insuredFamily(insuredCount = 2): Promise<Family> {
  const family = await unpaidFamily(insuredCount);
  await startJsapi(family.user, family.order);
  await pay(family.order);
  await issued(family);
  return family;
}

/** Issues the policies of a paid order. */
export async function issued({ order }: Pick<Family, 'order'>): Promise<void> {
  const issue = policyIssuer({ ...stage.server.deps, refundUnissuable: async () => expect.fail('issued') });
  await issue({ shard: order.shard, id: order.id });
}

export async function callRefund<T>(
  name: string,
  input: object,
  family: Pick<Family, 'user'>,
  server: PaymentServer = stage.server,
): Promise<Reply<T>> {
  const handler = handlersOf(server)[name] as (input: object, request: CallRequest) => Promise<Reply<T>>;
  return handler(input, requestOf(family.user));
}

export async function submission(family: Family): Promise<RefundSubmissionValue> {
  const reply = await callRefund<RefundSubmissionValue>(
    'queryRefundSubmission',
    { orderNo: family.order.orderNo },
    family,
  );
  if (!reply.ok) throw new Error(`queryRefundSubmission: ${reply.name} ${reply.message}`);
  return reply.value;
}

/** The code that a new message carries; waits out the pause between two messages. */
export async function newCode(family: Family, policyNos = family.policyNos): Promise<string> {
  stage.clock.advance(60_000);
  const reply = await callRefund(
    'saveRefundSubmission',
    { orderNo: family.order.orderNo, policyNos, reason: 'other' },
    family,
  );
  if (!reply.ok) throw new Error(`saveRefundSubmission: ${reply.name} ${reply.message}`);
  return messages.at(-1)?.parameters.code ?? '';
}

let keys = 0;

export function confirmation(family: Family, code: string, expectedFen: number, clientKey?: string) {
  keys += 1;
  return {
    orderNo: family.order.orderNo,
    reason: 'wrong-details',
    expectedFen,
    code,
    clientKey: clientKey ?? `client-key-${String(keys).padStart(6, '0')}`,
  };
}

/** Gives back some people's policies; expects that it works. */
export async function giveBack(family: Family, policyNos: readonly string[], expectedFen: number) {
  const code = await newCode(family, policyNos);
  const reply = await callRefund<RefundProgressValue>(
    'applyRefund',
    { ...confirmation(family, code, expectedFen), policyNos },
    family,
  );
  if (!reply.ok) throw new Error(`applyRefund: ${reply.name} ${reply.message}`);
  return reply.value;
}

export interface Standing {
  readonly status: number;
  readonly policies: number[];
  readonly cancelledAt: (number | null)[];
  readonly claims: number;
  readonly attempt: string;
  readonly refunds: { state: string; amount_fen: number }[];
}

/** What the database holds about an order. */
export async function standing({ order }: Family): Promise<Standing> {
  const { query } = stage.server.deps.database;
  const at = [order.shard, order.id];
  const [row] = await query<{ status: number }>('select status from orders where shard = $1 and id = $2', at);
  const policies = await query<{ status: number; cancelled_at: number | null }>(
    'select status, cancelled_at from policies where shard = $1 and order_id = $2 order by id',
    at,
  );
  const claims = await query('select 1 from person_claims where person_index = any($1)', [order.people]);
  const [attempt] = await query<{ state: string }>(
    'select state from payment_attempts where shard = $1 and order_id = $2',
    at,
  );
  const refunds = await query<{ state: string; amount_fen: number }>(
    'select state, amount_fen from refunds where shard = $1 and order_id = $2 order by id',
    at,
  );
  return {
    status: row?.status ?? 0,
    policies: policies.map((policy) => policy.status),
    cancelledAt: policies.map((policy) => policy.cancelled_at),
    claims: claims.length,
    attempt: attempt?.state ?? '',
    refunds,
  };
}

/** Refunds of the order that the provider has. */
export function atProvider(family: Family) {
  return stage.sandbox.control.refunds.list().filter((refund) => refund.outTradeNo.startsWith(family.order.orderNo));
}

/** Time passes in steps, with the jobs of a server, until nothing moves any more. */
export async function timePasses(ms: number, stepMs = 5_000, server: PaymentServer = stage.server): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    stage.clock.advance(stepMs);
    await server.runJob('refunds');
    await stage.sandbox.control.settle();
  }
}
