import { createHash, hash } from 'node:crypto';
import { CITIES } from '@huimin/domain/region';
import { syntheticIdNumber, syntheticPhone } from '@huimin/testing';
import type { EditionDocument } from '../apps/server/src/features/configuration/index.ts';
import { createOrderIds, positionId, shardOfUser } from '../apps/server/src/security/order-ids.ts';
import type { BlindIndex, Vault } from '../apps/server/src/security/vault.ts';
import type { CopyValue } from './copy-in.ts';

export type Row = readonly CopyValue[];

/** Tables in the order in which they are filled, with their columns. */
export const TABLES = {
  users: ['phone_index', 'id', 'shard', 'phone_sealed', 'region_code', 'created_at', 'last_login_at'],
  orders: [
    ...['shard', 'id', 'user_id', 'client_key', 'claim_key', 'edition_code', 'edition_year', 'plan_code', 'status'],
    ...['unit_premium_fen', 'premium_fen', 'insured_count', 'policyholder_sealed', 'policyholder_index'],
    ...['agreed_documents', 'automatic_reapplication', 'created_at', 'expires_at', 'paid_at', 'issued_at', 'closed_at'],
    ...['city', 'method', 'attribution'],
  ],
  insured: [
    ...['shard', 'id', 'order_id', 'person_index', 'details_sealed', 'relationship', 'region_code', 'sex'],
    ...['birth_year', 'premium_fen'],
  ],
  person_claims: ['person_index', 'edition_code', 'claim_key', 'user_id', 'claimed_at', 'expires_at'],
  payment_attempts: [
    ...['shard', 'id', 'order_id', 'attempt_no', 'provider', 'method', 'merchant_order_no', 'amount_fen', 'state'],
    ...['created_at', 'expires_at', 'closed_at', 'refusal'],
  ],
  payments: [
    ...['shard', 'id', 'order_id', 'provider', 'provider_txn', 'merchant_order_no', 'method', 'amount_fen', 'purpose'],
    ...['paid_at', 'received_at'],
  ],
  policies: [
    ...['shard', 'id', 'order_id', 'user_id', 'edition_code', 'edition_year', 'status', 'premium_fen', 'created_at'],
    ...['issued_at', 'cancelled_at'],
  ],
  policies_by_person: ['person_index', 'policy_id', 'shard'],
  recordings: [...['shard', 'trace', 'created_at', 'last_received_at', 'holder', 'product', 'kek', 'unrecorded']],
} as const;

export type TableName = keyof typeof TABLES;
export type Batch = Record<TableName, Row[]>;

export interface InventingDeps {
  readonly vault: Vault;
  readonly index: BlindIndex;
  readonly editions: readonly EditionDocument[];
  readonly endMs: number;
}

/** One resident with an order in some editions; the first of all has a twentieth of everything, for deep pages. */
export interface InventedUser {
  readonly id: bigint;
  readonly shard: number;
}

const DAY_MS = 86_400_000;
const PAYMENT_WINDOW_MS = 30 * 60_000;
/** Of a hundred orders: 82 issued, 6 given back, 5 partly, 4 run out, 3 waiting. */
const FATES = [
  [82, 50],
  [88, 62],
  [93, 61],
  [97, 71],
  [100, 20],
] as const;
/** Half of all orders are of one city, the others of every other; a fortieth came by somebody's registration. */
const CITY_CODES = CITIES.map(({ code }) => code);
const WAYS = [
  ['wxpay', 'wechat-pay', 55],
  ['alipay', 'alipay', 80],
  ['xmybpay', 'medical-account', 94],
  ['unionpay', 'unionpay', 100],
] as const;
/** Why a provider would have refused; half of the attempts that came to nothing were let lie until their time was over. */
const REFUSALS: Readonly<Record<string, readonly string[]>> = {
  'wechat-pay': ['RULE_LIMIT'],
  'medical-account': ['42201', '40301', '42202'],
};
const AGENTS = ['YW1001', 'demo-bank', 'YW2001'] as const;
const NAMES = '安邦昌达恩芳刚华继康兰茂宁平庆荣盛泰文兴雅永志中';
const HEAVY_SHARE = 20;

/** Invents whole orders, always the same ones for the same count; nobody of them exists. */
export function inventOrders(deps: InventingDeps, count: number) {
  const spanMs = 200 * DAY_MS;
  let atMs = deps.endMs - spanMs;
  const ids = createOrderIds({ now: () => atMs }, 63);
  const heavy = userOf(0);
  let users = 0;
  let current: InventedUser = heavy;
  let ordersOfCurrent = 0;
  let people = 0;

  /** The orders `from` to `to` (exclusive), in the order of time. */
  function batch(from: number, to: number): Batch {
    const rows = Object.fromEntries(Object.keys(TABLES).map((table) => [table, [] as Row[]])) as Batch;
    for (let number = from; number < to; number++) {
      atMs = Math.floor(deps.endMs - spanMs + (spanMs * number) / count);
      if (number === 0) addUser(rows, 0, heavy);
      if (number % HEAVY_SHARE === 0) addOrder(rows, heavy, number);
      else {
        if (current === heavy || ordersOfCurrent === 3) {
          users += 1;
          current = userOf(users);
          ordersOfCurrent = 0;
          addUser(rows, users, current);
        }
        ordersOfCurrent += 1;
        addOrder(rows, current, number);
      }
    }
    return rows;
  }

  function addUser(rows: Batch, number: number, user: InventedUser): void {
    const phone = syntheticPhone(1_000_000 + number);
    const at = new Date(atMs);
    rows.users.push([deps.index.phone(phone), user.id, user.shard, deps.vault.seal('phone', phone), '320500', at, at]);
  }

  /** The visit in which the order came about; of every two another that only looked, of every five one that logged in. */
  function addVisits(rows: Batch, number: number, product: string): void {
    addVisit(`order-${number}`, true);
    if (number % 2 === 0) addVisit(`look-${number}`, false);
    if (number % 5 === 0) addVisit(`account-${number}`, true);

    /** Nothing of it was recorded, so nobody looks for its pages. */
    function addVisit(name: string, isKnown: boolean): void {
      const trace = `invented-visit-${name}`;
      const [at, holder] = [new Date(atMs), isKnown ? createHash('sha256').update(trace).digest() : null];
      rows.recordings.push([hash('sha256', trace, 'buffer')[0] as number, trace, at, at, holder, product, 'k1', true]);
    }
  }

  function addOrder(rows: Batch, user: InventedUser, number: number): void {
    // Whoever has every twentieth order gets all kinds too.
    const mixed = number + Math.floor(number / HEAVY_SHARE);
    const edition = deps.editions[mixed % deps.editions.length] as EditionDocument;
    const plan = edition.plans[Math.floor(number / 7) % edition.plans.length] as EditionDocument['plans'][number];
    const [, fate] = FATES.find(([below]) => (mixed * 37) % 100 < below) ?? FATES[0];
    // Nobody waits longer than the time to pay.
    const status = fate === 20 && atMs < deps.endMs - PAYMENT_WINDOW_MS ? 71 : fate;
    const id = ids.next(user.shard);
    const insuredCount = 1 + (number % 3);
    const paid = status !== 20 && status !== 71;
    const at = new Date(atMs);
    addVisits(rows, number, edition.editionCode);
    const city = number % 2 === 0 ? '320500' : (CITY_CODES[Math.floor(number / 2) % CITY_CODES.length] as string);
    const [method, provider] = WAYS.find(([, , below]) => (number * 53) % 100 < below) ?? WAYS[0];
    const claimKey = createHash('sha256').update(`invented ${number}`).digest().subarray(0, 16);
    for (let position = 1; position <= insuredCount; position++) {
      const person = inventedPerson(people++);
      const personIndex = deps.index.person('01', person.idNumber);
      const policyId = positionId(id, position);
      const isBack = status === 62 || (status === 61 && position === 1);
      rows.insured.push([
        ...[user.shard, policyId, id, personIndex, deps.vault.sealJson('insured', person)],
        ...[position === 1 ? '00' : '03', city, person.sex, Number(person.birthDate.slice(0, 4)), plan.premiumFen],
      ]);
      if (position === 1) rows.orders.push(orderRow(person, personIndex));
      if (!paid) continue;
      rows.policies.push([
        ...[user.shard, policyId, id, user.id, edition.editionCode, edition.editionYear, isBack ? 4 : 0],
        ...[plan.premiumFen, at, at, isBack ? at : null],
      ]);
      rows.policies_by_person.push([personIndex, policyId, user.shard]);
      if (!isBack) rows.person_claims.push([personIndex, edition.editionCode, claimKey, user.id, at, 'infinity']);
    }
    // Every ninth who paid had tried in vain before; of those whose time ran out half had tried.
    const inVain = paid ? mixed % 9 === 4 : status === 71 && mixed % 2 === 0;
    if (inVain) addAttempt(1, `INV${number}-1`, false);
    if (paid) {
      const merchantNo = `INV${number}`;
      const paidAttempt = inVain ? 2 : 1;
      addAttempt(paidAttempt, merchantNo, true);
      rows.payments.push([
        ...[user.shard, positionId(id, paidAttempt), id, provider, merchantNo, merchantNo, method],
        ...[plan.premiumFen * insuredCount, 'premium', at, at],
      ]);
    }

    function addAttempt(attemptNo: number, merchantNo: string, isPaid: boolean): void {
      const endsAt = new Date(atMs + PAYMENT_WINDOW_MS);
      const turn = Math.floor(number / 18);
      const isRefused = !isPaid && turn % 2 === 1;
      const refusals = REFUSALS[provider];
      const refusal = isRefused ? (refusals?.[Math.floor(turn / 2) % refusals.length] ?? null) : null;
      const unpaid = isRefused ? 'FAILED' : 'CLOSED';
      rows.payment_attempts.push([
        ...[user.shard, positionId(id, attemptNo), id, attemptNo, provider, method, merchantNo],
        ...[plan.premiumFen * insuredCount, isPaid ? (status === 62 ? 'REFUNDED' : 'SUCCESS') : unpaid, at, endsAt],
        ...[isPaid ? null : endsAt, refusal],
      ]);
    }

    function orderRow(payer: ReturnType<typeof inventedPerson>, payerIndex: Buffer): Row {
      return [
        ...[user.shard, id, user.id, `invented-${number}`, claimKey, edition.editionCode, edition.editionYear],
        ...[plan.code, status, plan.premiumFen, plan.premiumFen * insuredCount, insuredCount],
        ...[deps.vault.sealJson('policyholder', payer), payerIndex, '[]', false, at],
        ...[new Date(atMs + PAYMENT_WINDOW_MS), paid ? at : null, paid ? at : null, status === 71 ? at : null],
        ...[city, paid ? method : null, broughtBy(number)],
      ];
    }
  }

  return { batch, heavy, users: () => users + 1 };
}

function broughtBy(number: number): string | null {
  if (number % 40 === 7) return JSON.stringify({ by: 'agent', agentCode: AGENTS[number % AGENTS.length] });
  return number % 40 === 9 ? JSON.stringify({ by: 'share', shareCode: `invented${number % 1_000}` }) : null;
}

export function userOf(number: number): InventedUser {
  const id = 4_000_000_000_000n + BigInt(number);
  return { id, shard: shardOfUser(id) };
}

/** Like the residents of the tests, but as many as wanted: birthdays and sequences are gone through. */
export function inventedPerson(number: number) {
  const sequence = 100 + (number % 800);
  const day = new Date(Date.UTC(1940, 0, 1) + (Math.floor(number / 800) % 24_000) * DAY_MS);
  const birthDate = day.toISOString().slice(0, 10);
  const letter = (place: number) => NAMES[place % NAMES.length] ?? '安';
  return {
    name: `钱${letter(number)}${letter(Math.floor(number / NAMES.length))}`,
    idType: '01',
    idNumber: syntheticIdNumber({ district: '320507', birthDate, sequence }),
    phone: syntheticPhone(1_000_000 + (number % 900_000)),
    sex: sequence % 2 === 0 ? ('f' as const) : ('m' as const),
    birthDate,
    relationshipNote: null,
  };
}
