import { type ConsoleCalls, consoleCalls, type PersonViewValue } from '@huimin/contract/console';
import { RIGHTS_STATUS_TABLE } from '@huimin/domain/account';
import { claimStatusLabel } from '@huimin/domain/adjustment';
import { beijingDateTime, formatDateTime } from '@huimin/domain/date';
import { relationshipLabel, shownOrderStatus } from '@huimin/domain/order';
import { maskMiddle, maskName, maskPhone, medicalTypeOf } from '@huimin/domain/person';
import { statusEntryOf } from '@huimin/domain/status';
import { fail, ok } from '../../http/handler.ts';
import { marketingOffAt } from '../account/index.ts';
import { claimsOfPerson } from '../claims/index.ts';
import type { PersonDetails } from '../insured/index.ts';
import { type PersonPolicyRow, policiesOfPerson, policyFacts } from '../policy-search/index.ts';
import { newestRightsRequests, seesRightsRequests } from '../rights/index.ts';
import { type ConsoleHandler, namesOf, type StaffMember } from '../staff/index.ts';
import { contactsOf } from './contacts.ts';
import type { PeopleDependencies } from './people-deps.ts';
import { accountsOfPerson, type PersonAccount } from './person-accounts.ts';
import { NOBODY, personFor } from './person-for.ts';
import { lineOf, statusOf } from './person-line.ts';
import { revealState } from './reveal.ts';
import { visibleOrders } from './visible-people.ts';

const DAY_MS = 86_400_000;
const LOOKS_SHOWN_MS = 30 * DAY_MS;
const MOST_LOOKS = 50;
const MOST_ORDERS = 50;
const TITLES: ReadonlyMap<string, string> = new Map(
  Object.values(consoleCalls).map(({ name, title }) => [name, title]),
);

export function showPerson(deps: PeopleDependencies): ConsoleHandler<ConsoleCalls['showPerson']> {
  return async (input, request) => {
    const { query } = deps.database;
    const { member } = request;
    const person = await personFor(deps, member, input.person);
    if (person === null) return fail('not-found', NOBODY);
    await request.note({ subject: '一个人', person: person.index, detail: '只看遮盖' });
    const all = await policiesOfPerson(query, person.index);
    const within = await visibleOrders(deps, query, member.scope, all);
    const policies = all.filter((row) => within.has(row.order_id));
    const accounts = await accountsOfPerson(deps.database.query, person.index, MOST_ACCOUNTS);
    const whole = all.length === policies.length;
    return ok({
      line: lineOf(deps, person, policies),
      account: accounts[0] === undefined ? null : accountView(deps, accounts[0]),
      medicalType: medicalTypeOf(person.details.medicalType)?.label ?? null,
      consent: await consentOf(deps, accounts),
      family: await familyOf(deps, accounts, person.index),
      policies: await policyLines(deps, policies),
      // A claim names no order: it is shown to whoever sees all policies.
      claims: whole ? await claimLines(deps, person.index) : [],
      orders: await orderLines(deps, member, person.index, policies),
      contacts: await contactsOf(deps, person.index),
      looks: await looksAt(deps, person.index),
      rights: seesRightsRequests(member) ? await rightsOf(deps, accounts) : null,
      reveal: await revealState(deps, person.index, member.id),
    });
  };
}

const MOST_ACCOUNTS = 5;

const accountView = (deps: PeopleDependencies, account: PersonAccount) => ({
  phone: maskPhone(deps.vault.open('phone', account.phone_sealed)),
  registeredAt: beijingDateTime(account.created_at),
  lastLoginAt: beijingDateTime(account.last_login_at),
});

async function consentOf({ database }: PeopleDependencies, accounts: readonly PersonAccount[]): Promise<string | null> {
  const [account] = accounts;
  if (!account) return null;
  const [row] = await database.query<{ title: string | null; version: number; agreed_at: number }>(
    `select d.title, a.version, a.agreed_at from account_agreements a
     left join documents d on d.edition_code = a.edition_code and d.document_key = a.document_key and d.version = a.version
     where a.shard = $1 and a.user_id = $2 order by a.agreed_at desc, a.document_key limit 1`,
    [account.shard, account.id],
  );
  if (!row) return null;
  return `${row.title ?? '协议'} v${row.version}，${formatDateTime(row.agreed_at)}`;
}

/** The people of the same account, beside the person. */
async function familyOf(
  { database, vault }: PeopleDependencies,
  accounts: readonly PersonAccount[],
  person: Buffer,
): Promise<PersonViewValue['family']> {
  const [account] = accounts;
  if (!account) return [];
  const rows = await database.query<{ sealed: Buffer; relationship: string; index: Buffer }>(
    `select details_sealed as sealed, relationship, person_index as index from members
     where shard = $1 and user_id = $2 and removed_at is null order by relationship <> '00', id`,
    [account.shard, account.id],
  );
  return rows
    .filter((row) => !row.index.equals(person))
    .map((row) => {
      const { name, idNumber } = vault.openJson<PersonDetails>('member', row.sealed);
      return {
        relationship: relationshipLabel(row.relationship),
        name: maskName(name),
        idNumber: maskMiddle(idNumber),
      };
    });
}

async function policyLines(
  deps: PeopleDependencies,
  policies: readonly PersonPolicyRow[],
): Promise<PersonViewValue['policies']> {
  const relations = await deps.database.query<{ id: bigint; relationship: string }>(
    `select i.id, i.relationship from unnest($1::smallint[], $2::bigint[]) as g(shard, id)
     join insured i on i.shard = g.shard and i.id = g.id`,
    [policies.map((row) => row.shard), policies.map((row) => row.id)],
  );
  const relationOf = new Map(relations.map((row) => [row.id, row.relationship]));
  return policies.map((row) => {
    const { label, tone } = statusOf(deps, row);
    return {
      year: row.edition_year,
      policyNo: deps.numbers.policyNo(row.id),
      orderNo: deps.numbers.orderNo(row.order_id),
      relationship: relationshipLabel(relationOf.get(row.id) ?? ''),
      ...{ statusLabel: label, tone },
      plan: policyFacts(deps, row).planName,
      premiumFen: row.premium_fen,
    };
  });
}

/** How claims ended; of what somebody was ill stays closed. */
async function claimLines(deps: PeopleDependencies, person: Buffer): Promise<PersonViewValue['claims']> {
  const claims = await claimsOfPerson(deps, person);
  return claims.map(({ row }) => {
    const edition = deps.editions.all().find(({ code }) => code === row.edition_code);
    return {
      caseNo: row.case_no,
      acceptedOn: row.accepted_on,
      year: edition ? String(edition.document.editionYear) : null,
      statusLabel: claimStatusLabel(row.status),
      payableFen: row.payable_fen,
    };
  });
}

/** What the person paid for, and what the person is insured by. */
async function orderLines(
  deps: PeopleDependencies,
  member: StaffMember,
  person: Buffer,
  policies: readonly PersonPolicyRow[],
): Promise<PersonViewValue['orders']> {
  const rows = await deps.database.query<{
    shard: number;
    order_id: bigint;
    created_at: number;
    insured_count: number;
    premium_fen: number;
    status: number;
  }>(
    `select o.shard, o.id as order_id, o.created_at, o.insured_count, o.premium_fen, o.status from orders o
     where o.policyholder_index = $1
     union
     select o.shard, o.id, o.created_at, o.insured_count, o.premium_fen, o.status
     from unnest($2::smallint[], $3::bigint[]) as g(shard, id) join orders o on o.shard = g.shard and o.id = g.id
     order by created_at desc, order_id desc limit ${MOST_ORDERS}`,
    [person, policies.map((row) => row.shard), policies.map((row) => row.order_id)],
  );
  const within = await visibleOrders(deps, deps.database.query, member.scope, rows);
  return rows
    .filter((row) => within.has(row.order_id))
    .map((row) => ({
      orderNo: deps.numbers.orderNo(row.order_id),
      at: beijingDateTime(row.created_at),
      people: row.insured_count,
      amountFen: row.premium_fen,
      statusLabel: shownOrderStatus(row.status).label,
    }));
}

/** What the person asked for about what is held of them, and whether they get messages that advertise. */
async function rightsOf(
  { database: { query }, clock }: PeopleDependencies,
  accounts: readonly PersonAccount[],
): Promise<PersonViewValue['rights']> {
  const [account] = accounts;
  const requests = await newestRightsRequests(query, accounts);
  return {
    requests: requests.map((row) => {
      const entry = statusEntryOf(RIGHTS_STATUS_TABLE, row.status);
      const open = row.status === 'waiting';
      return {
        right: row.kind,
        statusLabel: entry?.label ?? row.status,
        tone: entry?.tone ?? 'neutral',
        open,
        askedAt: beijingDateTime(row.asked_at),
        dueAt: beijingDateTime(row.due_at),
        late: open && row.due_at < clock.now(),
      };
    }),
    marketing: account ? (await marketingOffAt(query, account.phone_index)) === null : null,
  };
}

/** Who of the staff looked, and what for; a search that led to this person alone is a look. */
async function looksAt(deps: PeopleDependencies, person: Buffer): Promise<PersonViewValue['looks']> {
  const { query } = deps.database;
  const rows = await query<{ at: number; staff_id: number | null; what: string; detail: string }>(
    `select at, staff_id, what, detail from staff_audit
     where subject_index = $1 and at > $2 and outcome = 'done' order by number desc limit ${MOST_LOOKS}`,
    [person, new Date(deps.clock.now() - LOOKS_SHOWN_MS)],
  );
  const names = await namesOf(
    deps,
    query,
    rows.map((row) => row.staff_id),
  );
  return rows.map((row) => ({
    at: beijingDateTime(row.at),
    who: row.staff_id === null ? '系统' : (names.get(row.staff_id) ?? ''),
    what: TITLES.get(row.what) ?? row.what,
    detail: row.detail,
  }));
}
