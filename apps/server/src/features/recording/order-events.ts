import { sha256Hex } from '@huimin/evidence/bytes';
import type { ServerEvent } from '@huimin/evidence/chunk';
import { type CanonicalOrder, orderDigest } from '@huimin/evidence/sealed';
import { bigints, smallints } from '../../db/binary-array.ts';
import type { Query } from '../../db/database.ts';
import type { PublicNumbers } from '../../security/public-numbers.ts';

export interface OrderRef {
  readonly shard: number;
  readonly orderId: bigint;
}

/** An order as its recording tells of it: nothing that says who somebody is. */
export interface RecordedOrder extends OrderRef {
  readonly userId: bigint;
  readonly trace: string | null;
  readonly hasPage: boolean;
  /** Where the cover begins on another day than the edition's. */
  readonly coverFrom: string | null;
  readonly canonical: CanonicalOrder;
  /** What happened to it so far, each with the recording that ran meanwhile where that is another one. */
  readonly events: readonly { readonly event: ServerEvent; readonly trace: string | null }[];
}

type Numbers = Pick<PublicNumbers, 'orderNo' | 'policyNo'>;

interface OrderFacts {
  shard: number;
  id: bigint;
  user_id: bigint;
  trace_id: string | null;
  kind: string;
  client_key: string;
  edition_code: string;
  plan_code: string;
  insured_count: number;
  premium_fen: number;
  created_at: number;
  issued_at: number | null;
  cover_from: string | null;
  agreed_documents: readonly AgreedDocument[];
}

interface AgreedDocument {
  readonly key: string;
  readonly version: number;
}

interface DocumentFacts {
  readonly edition_code: string;
  readonly document_key: string;
  readonly version: number;
  readonly sha256: string;
}

const GIVEN = `unnest($1::smallint[], $2::bigint[]) as given(shard, order_id)`;
const ORDERS = `
select o.shard, o.id, o.user_id, o.trace_id, o.kind, o.client_key, o.edition_code, o.plan_code, o.insured_count, o.premium_fen,
  o.created_at, o.issued_at, o.cover_from, o.agreed_documents
from orders o
join ${GIVEN} on o.shard = given.shard and o.id = given.order_id`;

const DOCUMENTS = `
select edition_code, document_key, version, sha256 from documents
where edition_code = any ($1::text[]) and document_key = any ($2::text[]) and version = any ($3::integer[])`;

const ATTEMPTS = `
select order_id, merchant_order_no, provider, method, amount_fen, created_at, closed_at, state, trace_id
from payment_attempts join ${GIVEN} using (shard, order_id) order by created_at, attempt_no`;
const PAYMENTS = `
select order_id, merchant_order_no, provider, provider_txn, amount_fen, purpose, paid_at
from payments join ${GIVEN} using (shard, order_id) order by paid_at, id`;
const POLICIES = `select order_id, id from policies join ${GIVEN} using (shard, order_id) order by id`;
const REFUNDS = `
select order_id, refund_no, amount_fen, settled_at
from refunds join ${GIVEN} using (shard, order_id) where state = 'SETTLED' and settled_at is not null
order by settled_at, id`;

const SAID = `
select order_id, id, at, step, words_version, words_sha256
from insured_consent_steps join ${GIVEN} using (shard, order_id) order by at, step <> 'asked', id, step`;

type OfOrder = { order_id: bigint };
type SaidFacts = OfOrder & {
  id: bigint;
  at: number;
  step: 'asked' | 'agreed' | 'declined' | 'none';
  words_version: number | null;
  words_sha256: string | null;
};
type AttemptFacts = OfOrder & {
  merchant_order_no: string;
  provider: string;
  method: string;
  amount_fen: number;
  created_at: number;
  closed_at: number | null;
  state: string;
  trace_id: string | null;
};
type PaymentFacts = OfOrder & {
  merchant_order_no: string;
  provider: string;
  provider_txn: string;
  amount_fen: number;
  purpose: string;
  paid_at: number;
};

/** Orders with everything that has happened to them; the same facts give the same events, whenever they are asked for. */
export async function recordedOrders(
  query: Query,
  numbers: Numbers,
  named: readonly OrderRef[],
): Promise<RecordedOrder[]> {
  if (named.length === 0) return [];
  // An order that is named twice happened once.
  const refs = [...new Map(named.map((ref) => [ref.orderId, ref])).values()];
  const keys = [smallints(refs.map(({ shard }) => shard)), bigints(refs.map(({ orderId }) => orderId))];
  const byOrder = async <T extends OfOrder>(text: string) =>
    Map.groupBy(await query<T>(text, keys), ({ order_id: id }) => id);
  const [orders, attempts, payments, policies, refunds, said] = await Promise.all([
    query<OrderFacts>(ORDERS, keys),
    byOrder<AttemptFacts>(ATTEMPTS),
    byOrder<PaymentFacts>(PAYMENTS),
    byOrder<OfOrder & { id: bigint }>(POLICIES),
    byOrder<OfOrder & { refund_no: string; amount_fen: number; settled_at: number }>(REFUNDS),
    byOrder<SaidFacts>(SAID),
  ]);
  const documents = await documentsOf(query, orders);
  return orders.map((order) => {
    const orderNo = numbers.orderNo(order.id);
    const own = <T extends OfOrder>(rows: ReadonlyMap<bigint, T[]>): readonly T[] => rows.get(order.id) ?? [];
    const canonical = canonicalOrder(order, orderNo, documents);
    const tried = own(attempts);
    const traceOf = (number: string) => tried.find((attempt) => attempt.merchant_order_no === number)?.trace_id ?? null;
    const issued = own(policies);
    return {
      shard: order.shard,
      orderId: order.id,
      userId: order.user_id,
      trace: recordIdIn(order.trace_id),
      hasPage: hasPage(order),
      coverFrom: order.cover_from,
      canonical,
      events: [
        { event: savedEvent(canonical), trace: null },
        ...tried.flatMap((attempt) =>
          attemptEvents(orderNo, attempt).map((event) => ({ event, trace: recordIdIn(attempt.trace_id) })),
        ),
        ...own(payments).map((payment) => ({
          event: paidEvent(orderNo, payment),
          trace: recordIdIn(traceOf(payment.merchant_order_no)),
        })),
        ...(order.issued_at === null || issued.length === 0
          ? []
          : [
              {
                event: issuedEvent(orderNo, order.issued_at, () => issued.map(({ id }) => numbers.policyNo(id))),
                trace: null,
              },
            ]),
        ...own(refunds).map((refund) => ({ event: refundedEvent(orderNo, refund), trace: null })),
        ...own(said).map((step) => ({ event: saidEvent(orderNo, step), trace: null })),
      ],
    };
  });
}

/** Whether somebody looked at a page for an order: not for a contract's charge, nor for one person of a company. */
export function hasPage(order: Pick<OrderFacts, 'kind' | 'client_key'>): boolean {
  return order.kind !== 'group' && !order.client_key.startsWith('contract-');
}

const RECORD_ID = /^[0-9A-Za-z_-]{8,64}$/;

/** What a page sent as its recording, where it can be one. */
function recordIdIn(sent: string | null): string | null {
  return sent !== null && RECORD_ID.test(sent) ? sent : null;
}

/** The published texts that the orders agreed to, by edition, key and version. */
async function documentsOf(query: Query, orders: readonly OrderFacts[]): Promise<ReadonlyMap<string, DocumentFacts>> {
  const agreed = orders.flatMap((order) => order.agreed_documents);
  const rows = await query<DocumentFacts>(DOCUMENTS, [
    [...new Set(orders.map((order) => order.edition_code))],
    [...new Set(agreed.map(({ key }) => key))],
    [...new Set(agreed.map(({ version }) => version))],
  ]);
  return new Map(rows.map((row) => [documentKey(row.edition_code, { ...row, key: row.document_key }), row]));
}

const documentKey = (edition: string, { key, version }: AgreedDocument): string => `${edition} ${key} ${version}`;

function canonicalOrder(
  order: OrderFacts,
  orderNo: string,
  documents: ReadonlyMap<string, DocumentFacts>,
): CanonicalOrder {
  return {
    orderNo,
    edition: order.edition_code,
    plan: order.plan_code,
    insuredCount: order.insured_count,
    premiumFen: order.premium_fen,
    savedAt: order.created_at,
    documents: order.agreed_documents
      .flatMap((agreed) => documents.get(documentKey(order.edition_code, agreed)) ?? [])
      .map(({ document_key: id, version, sha256 }) => ({ id, version, sha256 }))
      .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)),
  };
}

/** The beginning: which account's recording it is, as keyed hash. */
export function boundEvent(orderNo: string, at: number, holder: Buffer): ServerEvent {
  return { what: 'bound', at, facts: { orderNo, holder: holder.toString('hex') } };
}

/** An event whose facts are worked out once somebody asks: a check that opens nothing asks for the time alone. */
function eventOf(what: ServerEvent['what'], at: number, factsOf: () => ServerEvent['facts']): ServerEvent {
  let known: ServerEvent['facts'] | null = null;
  return {
    what,
    at,
    get facts() {
      known ??= factsOf();
      return known;
    },
  };
}

const savedEvent = (order: CanonicalOrder): ServerEvent =>
  eventOf('order-saved', order.savedAt, () => ({ ...order, digest: orderDigest(order) }));

function attemptEvents(orderNo: string, attempt: AttemptFacts): ServerEvent[] {
  const { merchant_order_no: payment, provider, method, amount_fen: amountFen, closed_at: closedAt } = attempt;
  const asked: ServerEvent = {
    what: 'payment-asked',
    at: attempt.created_at,
    facts: { orderNo, payment, provider, method, amountFen },
  };
  if (closedAt === null || attempt.state !== 'CLOSED') return [asked];
  return [asked, { what: 'payment-result', at: closedAt, facts: { orderNo, payment, result: 'closed' } }];
}

function paidEvent(orderNo: string, paid: PaymentFacts): ServerEvent {
  const { merchant_order_no: payment, provider, amount_fen: amountFen, purpose } = paid;
  const transaction = sha256Hex(paid.provider_txn);
  const facts = { orderNo, payment, result: 'paid', provider, amountFen, purpose, transaction };
  return { what: 'payment-result', at: paid.paid_at, facts };
}

const issuedEvent = (orderNo: string, at: number, policiesOf: () => string[]): ServerEvent =>
  eventOf('policies-issued', at, () => ({ orderNo, policies: policiesOf() }));

function refundedEvent(
  orderNo: string,
  refund: { refund_no: string; amount_fen: number; settled_at: number },
): ServerEvent {
  const facts = { orderNo, refund: refund.refund_no, amountFen: refund.amount_fen };
  return { what: 'refunded', at: refund.settled_at, facts };
}

/** An insured person was asked on their own phone, or said something; who it is stands with the order alone. */
function saidEvent(
  orderNo: string,
  { id, at, step, words_version: version, words_sha256: sha256 }: SaidFacts,
): ServerEvent {
  const facts = { orderNo, place: Number(id & 15n) };
  if (step === 'asked') return { what: 'insured-asked', at, facts };
  return { what: 'insured-answered', at, facts: { ...facts, answer: step, words: version && { version, sha256 } } };
}
