import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Core } from '../apps/server/src/core.ts';
import { copyIn } from './copy-in.ts';
import type { Row } from './invented-orders.ts';

type FillingCore = Pick<Core, 'vault' | 'numbers'>;

/** The number of an invented order, by which the kinds of what hangs on it are chosen. */
const N = `substr(o.client_key, 10)::integer`;
const TRACE = `'invented-trace-' || ${N}`;
const TRACE_SHARD = `get_byte(sha256(convert_to(${TRACE}, 'UTF8')), 0)`;
const PAID = `o.paid_at is not null`;
const one = (of: string, ...values: readonly string[]) =>
  `(array['${values.join(`','`)}'])[1 + (${of}) % ${values.length}]`;

/** What hangs on orders, made from the orders themselves in one statement each; `{name}` stands for sealed content. */
const ROWS: readonly (readonly [table: string, columns: string, select: string])[] = [
  [
    'text_messages',
    `shard, id, kind, about, out_id, phone_index, message_sealed, status, tries, created_at, sent_at, settled_at`,
    `select get_byte(u.phone_index, 0), o.id * 16 + k, case k when 1 then 'order-paid' else ${one(N, 'refund-done', 'change-result', 'order-issued', 'pay-unknown')} end,
       'JS' || lpad(${N}::text, 19, '0'), 'invented-' || ${N} || '-' || k, u.phone_index, {message},
       case when ${N} % 5000 = 1 then 'technical' when ${N} % 700 = 1 then 'permanent' when ${N} % 9000 = 2 then 'created'
         when ${N} % 100 = 3 then 'unwanted' else 'delivered' end, 1, o.created_at, o.created_at, o.created_at
     from orders o join users u on u.id = o.user_id cross join generate_series(1, 2) k where ${PAID}`,
  ],
  [
    'order_recordings',
    'shard, order_id, trace, state, noted_at',
    `select o.shard, o.id, case when ${N} % 200 = 1 then null else ${TRACE} end,
       case when ${N} % 200 = 1 then 'unrecorded' else 'bound' end, o.paid_at from orders o where ${PAID}`,
  ],
  [
    'recordings',
    'shard, trace, created_at, last_received_at, user_id, user_shard, product, kek, keys_wrapped, batches, sealed',
    `select ${TRACE_SHARD}, ${TRACE}, o.created_at - interval '6 minutes', o.created_at, o.user_id, o.shard, o.edition_code, 'k1',
       '\\x00', 12, 1 from orders o where ${N} % 200 <> 1`,
  ],
  [
    'recording_digests',
    'shard, trace, through, channel, pages, gaps, short_read, marks',
    `select ${TRACE_SHARD}, ${TRACE}, o.created_at, ${one(N, 'wechat', 'h5', 'alipay', 'app')}, 9, case when ${N} % 90 = 2 then 1 else 0 end,
       ${N} % 150 = 3, case when ${N} % 90 = 2 then array['consent', 'document', 'gap', 'order'] when ${N} % 400 = 3
         then array['consent', 'document', 'failed-call', 'order'] else array['consent', 'document', 'order'] end
     from orders o where ${N} % 200 <> 1`,
  ],
  [
    'recording_readings',
    'shard, trace, document, version, opened_at, dwell_ms',
    `select ${TRACE_SHARD}, ${TRACE}, 'clauses', 1, extract(epoch from o.created_at)::bigint * 1000, 1500 + ${N} % 60000
     from orders o where ${N} % 200 <> 1`,
  ],
  [
    'evidence_recordings',
    `shard, trace, state, order_shard, order_id, product, channel, began_at, ended_at, objects, chunks, bytes, pages, documents,
     consents, gaps, told_gaps, short_read, flags, kept_class, kept_until, kept_rule, look_at, verdict, held_at`,
    `select ${TRACE_SHARD}, ${TRACE}, case when ${N} % 5000 = 4 then 'held' when ${N} % 700 = 3 then 'exported' when ${N} % 90 = 2
         then 'sealed-with-gaps' else 'sealed' end, o.shard, o.id, o.edition_code, 'wechat', o.created_at - interval '6 minutes',
       o.created_at, 1, 12, 40000, 9, 4, 6, case when ${N} % 90 = 2 then 1 else 0 end, 0, ${N} % 150 = 3, '{}', 'sale',
       o.created_at + interval '10 years', 'sale', o.created_at + interval '10 years', 'intact',
       case when ${N} % 5000 = 4 then o.created_at end
     from orders o where ${PAID} and ${N} % 200 <> 1`,
  ],
  [
    'complaints',
    `shard, id, user_id, client_key, category, order_id, words_sealed, status, filed_at, due_at, answered_at, closed_at, finding, evidence`,
    `select o.shard, o.id * 16 + 9, o.user_id, 'invented-' || ${N}, ${one(`${N} / 100`, 'sale', 'refund', 'claim', 'charge', 'service', 'privacy', 'other')},
       case when ${N} % 300 = 0 then null else o.id end, {complaint},
       case when t.status in ('closed', 'declined', 'withdrawn') then t.status
         when o.created_at < now() - interval '40 days' then 'closed' else t.status end,
       o.created_at + interval '1 day', o.created_at + interval '22 days', o.created_at + interval '9 days', null, 'unfounded', 'none'
     from orders o cross join lateral (select ${one(`${N} / 700`, 'closed', 'submitted', 'accepted', 'answered', 'closed', 'withdrawn', 'closed', 'declined')} as status) t
     where ${N} % 100 = 0`,
  ],
  [
    'changes',
    `shard, id, order_id, user_id, client_key, subject, insured_id, status, reason, items_sealed, fields, further_order_ids,
     created_at, submitted_at, decided_at, review_from`,
    `select o.shard, o.id, o.id, o.user_id, 'invented', 'insured', o.id * 16 + 1, t.status, 'typing-error', {change},
       case when ${N} % 3 = 0 then array['name'] else array['phone'] end, '{}', o.created_at, o.created_at,
       case when t.status in ('APPROVED', 'REJECTED', 'WITHDRAWN') then o.created_at + interval '2 days' end, o.created_at
     from orders o cross join lateral (select case when o.created_at > now() - interval '10 days'
       then ${one(`${N} / 50`, 'REVIEWING', 'PAPERS_WANTED', 'APPROVED')} else ${one(`${N} / 50`, 'APPROVED', 'REJECTED', 'APPROVED', 'WITHDRAWN')} end as status) t
     where ${N} % 50 = 11`,
  ],
  [
    'phone_requests',
    'shard, id, user_id, phone_index, state, new_phone_sealed, statement_sealed, created_at, decided_at, ended_at',
    `select o.shard, o.id, o.user_id, u.phone_index, ${one(`${N} / 400`, 'DONE', 'REJECTED', 'WITHDRAWN')}, {phone}, {statement},
       o.created_at, o.created_at, o.created_at
     from orders o join users u on u.id = o.user_id where ${N} % 400 = 13`,
  ],
  [
    'mid_year_applications',
    `shard, id, user_id, edition_code, person_index, person_sealed, reason, status, created_at, decided_at, city`,
    `select o.shard, o.id, o.user_id, o.edition_code, o.policyholder_index, {midyear}, 'newborn',
       ${one(`${N} / 400`, 'approved', 'refused', 'withdrawn', 'lapsed')}, o.created_at, o.created_at, o.city
     from orders o where ${N} % 400 = 17`,
  ],
  [
    'bookings',
    `shard, id, phone_index, phone_sealed, edition_code, region_code, head_count, privacy_version, status, booked_at, notice_state,
     notice_at, keep_until`,
    `select get_byte(u.phone_index, 0), u.id * 16 + 1, u.phone_index, {booking}, e.code, '320500', 2, 1,
       ${one('(u.id % 1000000)::integer', 'insured', 'notified', 'booked', 'cancelled')}, u.created_at,
       case when u.id % 1000 = 1 then 'refused' else 'sent' end, u.created_at, now() + interval '1 year'
     from users u cross join (select code from editions order by code desc limit 1) e`,
  ],
  [
    'pre_existing_queries',
    `shard, id, user_id, client_key, asker_index, person_index, basis, way, edition_code, status, answer_sealed, asked_at, answered_at`,
    `select o.shard, o.id * 16 + 4, o.user_id, 'invented-' || ${N}, o.policyholder_index, o.policyholder_index, 'own', 'registry',
       o.edition_code, 'answered', null, o.created_at, o.created_at from orders o where ${N} % 20 = 3`,
  ],
  [
    'pre_existing_appeals',
    'shard, id, user_id, query_id, reason, status, created_at, decided_at',
    `select o.shard, o.id * 16 + 5, o.user_id, o.id * 16 + 4, 'wrong', ${one(`${N} / 400`, 'confirmed', 'corrected', 'confirmed', 'withdrawn')},
       o.created_at, o.created_at + interval '3 days' from orders o where ${N} % 400 = 3`,
  ],
  [
    'drug_applications',
    `shard, id, user_id, client_key, policy_id, edition_code, drug_index, case_sealed, status, created_at, submitted_at, consent_at,
     decided_at, cover_until, keep_until`,
    `select o.shard, o.id * 16 + 6, o.user_id, 'invented', o.id * 16 + 1, o.edition_code, o.policyholder_index, {drug},
       ${one(`${N} / 200`, 'finished', 'refused', 'collected', 'withdrawn')}, o.created_at, o.created_at, o.created_at,
       o.created_at, now() + interval '1 year', now() + interval '9 years' from orders o where ${N} % 200 = 21`,
  ],
  [
    'claim_rechecks',
    'shard, id, case_no, edition_code, note_sealed, status, asked_at, decided_at',
    `select o.shard, o.id * 16 + 7, 'INVENTED' || ${N}, o.edition_code, {recheck}, ${one(`${N} / 500`, 'upheld', 'corrected', 'withdrawn')},
       o.created_at, o.created_at from orders o where ${N} % 500 = 23`,
  ],
  [
    'rights_requests',
    'shard, id, user_id, kind, words_sealed, status, asked_at, due_at, answered_at',
    `select o.shard, o.id * 16 + 8, o.user_id, 'correct', {rights}, ${one(`${N} / 200`, 'done', 'refused', 'withdrawn')}, o.created_at,
       o.created_at + interval '20 days', o.created_at from orders o where ${N} % 200 = 31`,
  ],
  [
    'operator_alerts',
    'id, kind, order_id, shard, details, created_at, resolved_at',
    `select o.id * 16 + 1, ${one(`${N} / 300`, 'payment-amount', 'refund-abnormal', 'event-stuck')}, o.id, o.shard, '{}', o.created_at,
       case when ${N} % 30000 = 37 then null else o.created_at end from orders o where ${N} % 300 = 37`,
  ],
  [
    'bills',
    'provider, day, version, sha1, size_bytes, text_sealed, fetched_at',
    `select provider, day, 1, 'invented', 1000, '', day + interval '35 hours'
     from (select distinct provider, (paid_at at time zone 'Asia/Shanghai')::date as day from payments) b`,
  ],
  [
    'bill_lines',
    `shard, provider, day, version, line, order_id, kind, merchant_order_no, provider_txn, amount_fen, at, settled`,
    `select p.shard, p.provider, (p.paid_at at time zone 'Asia/Shanghai')::date, 1, substr(p.merchant_order_no, 4)::integer, p.order_id, 'payment',
       p.merchant_order_no, p.provider_txn, p.amount_fen, p.paid_at, true from payments p`,
  ],
  ['reconciliation_days', 'provider, day, bill_version', `select provider, day, 1 from bills where sha1 = 'invented'`],
  [
    'reconciliation_runs',
    'id, provider, day, bill_version, started_at, finished_at, summary',
    `select row_number() over (), provider, day, 1, fetched_at, fetched_at,
       '{"bill":{"payments":1000,"paymentFen":15800000,"refunds":0,"refundFen":0},"book":{"payments":1000,"paymentFen":15800000,"refunds":0,"refundFen":0},"matched":1000}'::jsonb
     from bills where sha1 = 'invented'`,
  ],
  [
    'reconciliation_differences',
    `shard, id, provider, day, class, kind, merchant_order_no, provider_txn, order_id, bill_fen, book_fen, finding, advice, state,
     resolution, resolved_at, first_seen_at, last_seen_at`,
    `select p.shard, p.id, p.provider, (p.paid_at at time zone 'Asia/Shanghai')::date, ${one(`${N} / 200`, 'provider-only', 'book-only', 'amount', 'state')},
       'payment', p.merchant_order_no, p.provider_txn, p.order_id, p.amount_fen, p.amount_fen, '演示', '演示',
       case when ${N} % 20000 = 401 then 'open' else 'resolved' end, 'checked', p.paid_at, p.paid_at, p.paid_at
     from payments p join orders o on o.shard = p.shard and o.id = p.order_id where ${N} % 200 = 1`,
  ],
];

/** Fills what the console lists beside orders, in the proportions of a sale; answers rows by table. */
export async function fillConsoleRows(core: FillingCore, url: string, log: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fill(core, client, log);
  } finally {
    await client.end();
  }
}

async function fill(core: FillingCore, client: pg.Client, log: (line: string) => void): Promise<void> {
  await client.query(`set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`);
  const { vault } = core;
  const sealed: Readonly<Record<string, Buffer>> = {
    message: vault.sealJson('text-message', { phone: '19900000001', parameters: {} }),
    complaint: vault.seal('complaint-words', '演示：这是编出来的投诉'),
    change: vault.sealJson('change', [{ field: 'phone', old: '19900000001', new: '19900000002' }]),
    phone: vault.seal('phone', '19900000001'),
    statement: vault.seal('statement', '演示'),
    midyear: vault.sealJson('mid-year-person', {
      name: '钱安安',
      idType: '01',
      idNumber: '320507194001010107',
      phone: null,
    }),
    booking: vault.seal('booking-phone', '19900000001'),
    drug: vault.sealJson('drug-case', { drug: '演示', papers: {} }),
    recheck: vault.sealJson('claim-recheck', { note: '演示', phone: '19900000001' }),
    rights: vault.seal('rights-words', '演示'),
  };
  // Here every visit is recorded.
  await client.query(`delete from recordings where trace like 'invented-visit-%'`);
  for (const [table, columns, select] of ROWS) {
    const startedMs = performance.now();
    const values: Buffer[] = [];
    const text = select.replace(/\{([a-z]+)\}/g, (_, name: string) => {
      values.push(sealed[name] as Buffer);
      return `$${values.length}::bytea`;
    });
    const { rowCount } = await client.query(`insert into ${table} (${columns}) ${text} on conflict do nothing`, values);
    log(`${table}: ${rowCount} in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
  }
  log(`refunds: ${await fillRefunds(core, client)}`);
  log(`staff_audit: ${await fillAudit(client)}`);
  await client.query('analyze');
}

const REASONS = ['wrong-details', 'duplicate', 'not-eligible', 'region-changed', 'other-cover', 'not-needed', 'other'];
const DAY_MS = 86_400_000;

/** One for each order that was given back; of a thousand three wait for a person and a few are stuck. */
async function fillRefunds({ numbers }: FillingCore, client: pg.Client): Promise<number> {
  const { rows: back } = await client.query<{
    shard: number;
    id: string;
    payment: string;
    fen: number;
    people: number;
    at: Date;
  }>(
    `select o.shard, o.id::text, p.id::text as payment,
       case when o.status = 61 then o.unit_premium_fen else o.premium_fen end as fen,
       case when o.status = 61 then 1 else o.insured_count end as people, o.created_at as at
     from orders o join payments p on p.shard = o.shard and p.order_id = o.id
     where o.status in (61, 62) and o.client_key like 'invented-%' order by o.created_at, o.id`,
  );
  const [refunds, items]: [Row[], Row[]] = [[], []];
  const newestMs = back.at(-1)?.at.getTime() ?? 0;
  for (const [number, { shard, id: text, payment, fen, people, at }] of back.entries()) {
    const id = BigInt(text);
    const isNew = at.getTime() > newestMs - 10 * DAY_MS;
    const kind = number % 100;
    const open = kind < 8 ? 'REVIEWING' : kind === 8 ? 'PROCESSING' : kind === 9 ? 'ABNORMAL' : 'SETTLED';
    const state = isNew ? open : kind < 3 ? 'REJECTED' : 'SETTLED';
    const refundId = id * 16n + 2n;
    refunds.push([
      ...[shard, refundId, id, BigInt(payment), `R${numbers.orderNo(id)}02`, fen, 'asked', state],
      ...[at, new Date(at.getTime() + DAY_MS), state === 'SETTLED' ? new Date(at.getTime() + DAY_MS) : null],
      ...[REASONS[number % REASONS.length] as string, `invented-${number}`],
    ]);
    for (let person = 1; person <= people; person++) {
      items.push([shard, refundId, id * 16n + BigInt(person), id, Math.round(fen / people), at]);
    }
  }
  await copyIn(
    client,
    'refunds',
    [
      ...['shard', 'id', 'order_id', 'payment_id', 'refund_no', 'amount_fen', 'reason', 'state'],
      ...['created_at', 'review_due_at', 'settled_at', 'reason_code', 'client_key'],
    ],
    refunds,
  );
  await copyIn(
    client,
    'refund_items',
    ['shard', 'refund_id', 'policy_id', 'order_id', 'amount_fen', 'ended_at'],
    items,
  );
  return refunds.length;
}

const LOOKS = [
  'searchOrders',
  'showOrder',
  'searchPeople',
  'showPerson',
  'showRecording',
  'listRefunds',
  'agreeRefunds',
];

/** A whole chain of what the staff did: half as many entries as orders. */
async function fillAudit(client: pg.Client): Promise<number> {
  const { rows: staff } = await client.query<{ id: number }>('select id from staff_accounts order by id');
  const { rows: subjects } = await client.query<{ at: Date; index: Buffer }>(
    `select created_at as at, policyholder_index as index from orders where substr(client_key, 10)::integer % 2 = 0 order by created_at, id`,
  );
  const { rows: heads } = await client.query<{ number: string; hash: Buffer }>(
    'select number::text, hash from staff_audit_head',
  );
  let number = BigInt(heads[0]?.number ?? 0);
  let previous = heads[0]?.hash as Buffer;
  const rows = subjects.map(({ at, index }, place): Row => {
    number += 1n;
    const what = LOOKS[place % LOOKS.length] as string;
    const person = place % 3 === 0 ? index : null;
    const staffId = staff[place % Math.max(1, staff.length)]?.id ?? null;
    const subject = place % 3 === 0 ? '查人' : `INV${place % 50_000}`;
    const rest = ['done', subject, person?.toString('hex') ?? null, '演示', '127.0.0.1', `invented-${place}`];
    const members = JSON.stringify([String(number), at.getTime(), staffId, what, ...rest]);
    const hash = createHash('sha256').update(previous).update(members).digest();
    const before = previous;
    previous = hash;
    return [
      ...[number, at, staffId, what, 'done', subject, person, '演示', '127.0.0.1', `invented-${place}`],
      ...[before, hash],
    ];
  });
  await client.query('alter table staff_audit disable trigger staff_audit_follows');
  await copyIn(
    client,
    'staff_audit',
    [
      ...['number', 'at', 'staff_id', 'what', 'outcome', 'subject', 'subject_index', 'detail', 'address'],
      ...['request_id', 'previous', 'hash'],
    ],
    rows,
  );
  await client.query('alter table staff_audit enable trigger staff_audit_follows');
  await client.query('update staff_audit_head set number = $1, hash = $2', [number, previous]);
  return rows.length;
}
