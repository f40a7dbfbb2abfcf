import { randomBytes } from 'node:crypto';
import { measure } from './measure.ts';
import { openRawConnection, type RawConnection } from './raw-connection.ts';

/**
 * What PostgreSQL itself gives for one purchase (order, two insured, outbox; then paid, payment, two policies) on the
 * product's own tables: statement by statement (11 round trips), as one statement each for A and B, and 100 purchases
 * a statement.
 */
export interface Limits {
  readonly interactive: number;
  readonly singleStatement: number;
  readonly setBased: number;
}

const SEALED = `\\x${randomBytes(180).toString('hex')}`;
const SMALL_SEALED = `\\x${randomBytes(150).toString('hex')}`;
const INDEX_LITERAL = `'\\x00112233445566778899aabbccddeeff'`;

const ORDER_COLUMNS = `(shard, id, user_id, client_key, claim_key, edition_code, edition_year, plan_code, status,
  unit_premium_fen, premium_fen, insured_count, policyholder_sealed, policyholder_index, agreed_documents,
  automatic_reapplication, created_at, expires_at)`;
const INSURED_COLUMNS = `(shard, id, order_id, person_index, details_sealed, relationship, region_code, sex,
  birth_year, premium_fen)`;
const POLICY_COLUMNS = '(shard, id, order_id, user_id, edition_code, edition_year, status, premium_fen, created_at)';
const PAYMENT_COLUMNS = `(shard, id, order_id, provider, provider_txn, merchant_order_no, method, amount_fen, purpose,
  paid_at, received_at)`;
const NOW = `timestamptz '2026-11-20 00:00:00+00'`;
const DOCUMENTS = `'[{"key":"clauses","version":1}]'`;

function orderValues(shard: string, id: string): string {
  return `${shard}, ${id}, ${id}, (${id})::text, ${INDEX_LITERAL}::bytea, 'limit', 2027::smallint, 'basic', 20::smallint, 15800, 31600, 2::smallint,
    '${SEALED}'::bytea, ${INDEX_LITERAL}::bytea, ${DOCUMENTS}::jsonb, false, ${NOW}, ${NOW}`;
}
function insuredValues(shard: string, id: string, position: string): string {
  return `${shard}, ${id} * 16 + ${position}, ${id}, ${INDEX_LITERAL}::bytea, '${SMALL_SEALED}'::bytea, '00', '320500', 'f', 1990::smallint, 15800`;
}
function policyValues(shard: string, id: string, position: string): string {
  return `${shard}, ${id} * 16 + ${position}, ${id}, ${id}, 'limit', 2027::smallint, 0::smallint, 15800, ${NOW}`;
}
function paymentValues(shard: string, id: string): string {
  return `${shard}, ${id} * 16 + 1, ${id}, 'limit', (${id})::text, (${id})::text, 'wxpay', 31600, 'premium', ${NOW}, ${NOW}`;
}

const S = '$1::smallint';
const I = '$2::bigint';

const INTERACTIVE: readonly [string, string][] = [
  ['begin', 'begin'],
  ['order', `insert into orders ${ORDER_COLUMNS} values (${orderValues(S, I)})`],
  [
    'insured',
    `insert into insured ${INSURED_COLUMNS} values (${insuredValues(S, I, '1')}), (${insuredValues(S, I, '2')})`,
  ],
  [
    'outbox',
    `insert into outbox (shard, id, kind, order_id, created_at, available_at) values (${S}, ${I}, 'limit', ${I}, ${NOW}, ${NOW})`,
  ],
  ['commit', 'commit'],
  [
    'paid',
    `update orders set status = 30, paid_at = ${NOW} where shard = ${S} and id = ${I} and status = 20 and premium_fen = 31600`,
  ],
  ['payment', `insert into payments ${PAYMENT_COLUMNS} values (${paymentValues(S, I)})`],
  ['policy1', `insert into policies ${POLICY_COLUMNS} values (${policyValues(S, I, '1')})`],
  ['policy2', `insert into policies ${POLICY_COLUMNS} values (${policyValues(S, I, '2')})`],
];

const A = `with o as (insert into orders ${ORDER_COLUMNS} values (${orderValues(S, I)}) returning id),
  i as (insert into insured ${INSURED_COLUMNS} values (${insuredValues(S, I, '1')}), (${insuredValues(S, I, '2')}))
  insert into outbox (shard, id, kind, order_id, created_at, available_at) values (${S}, ${I}, 'limit', ${I}, ${NOW}, ${NOW})`;
const B = `with o as (update orders set status = 30, paid_at = ${NOW} where shard = ${S} and id = ${I} and status = 20
    and premium_fen = 31600 returning shard, id),
  p as (insert into payments ${PAYMENT_COLUMNS} select ${paymentValues('shard', 'id')} from o)
  insert into policies ${POLICY_COLUMNS} select ${policyValues('o.shard', 'o.id', 'k')} from o, generate_series(1, 2) k`;

const SET_A = `with g as (select (n % 256)::smallint as shard, $1::bigint + n as id from generate_series(0, 99) n),
  o as (insert into orders ${ORDER_COLUMNS} select ${orderValues('shard', 'id')} from g),
  i as (insert into insured ${INSURED_COLUMNS} select ${insuredValues('shard', 'id', 'k')} from g, generate_series(1, 2) k)
  insert into outbox (shard, id, kind, order_id, created_at, available_at) select shard, id, 'limit', id, ${NOW}, ${NOW} from g`;
const SET_B = `with g as (select (n % 256)::smallint as shard, $1::bigint + n as id from generate_series(0, 99) n),
  o as (update orders set status = 30, paid_at = ${NOW} from g where orders.shard = g.shard and orders.id = g.id
    and status = 20 and premium_fen = 31600 returning orders.shard, orders.id),
  p as (insert into payments ${PAYMENT_COLUMNS} select ${paymentValues('shard', 'id')} from o)
  insert into policies ${POLICY_COLUMNS} select ${policyValues('o.shard', 'o.id', 'k')} from o, generate_series(1, 2) k`;

/** `firstId` keeps the rows of several rounds apart. */
export async function takeLimits(url: string, firstId: bigint, durationMs: number): Promise<Limits> {
  let next = firstId;
  const connections = await Promise.all(Array.from({ length: 8 }, () => openRawConnection(url)));
  for (const connection of connections) {
    await connection.prepare('pin', 'set enable_hashjoin = off');
    await connection.run('pin', []);
    for (const [name, text] of INTERACTIVE) await connection.prepare(name, text);
    await connection.prepare('a', A);
    await connection.prepare('b', B);
    await connection.prepare('set-a', SET_A);
    await connection.prepare('set-b', SET_B);
  }
  const at = (caller: number): RawConnection => connections[caller] as RawConnection;

  const interactive = await measure(8, durationMs, async (caller) => {
    const id = next++;
    const parameters = [String(Number(id % 256n)), String(id)];
    for (const name of [
      'begin',
      'order',
      'insured',
      'outbox',
      'commit',
      'begin',
      'paid',
      'payment',
      'policy1',
      'policy2',
      'commit',
    ]) {
      await at(caller).run(name, name === 'begin' || name === 'commit' ? [] : parameters);
    }
  });
  const single = await measure(8, durationMs, async (caller) => {
    const id = next++;
    const parameters = [String(Number(id % 256n)), String(id)];
    await at(caller).run('a', parameters);
    await at(caller).run('b', parameters);
  });
  const set = await measure(2, durationMs, async (caller) => {
    const id = next;
    next += 128n;
    await at(caller).run('set-a', [String(id)]);
    await at(caller).run('set-b', [String(id)]);
  });
  await Promise.all(connections.map((connection) => connection.close()));
  return { interactive: interactive.perSecond, singleStatement: single.perSecond, setBased: set.perSecond * 100 };
}
