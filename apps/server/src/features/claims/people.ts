import type { Calls, ClaimPersonValue } from '@huimin/contract';
import { claimAccess } from '@huimin/domain/adjustment';
import { beijingDate } from '@huimin/domain/date';
import { checkIdPaper, checkName, isAdultAt, maskMiddle } from '@huimin/domain/person';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, type InputProblem, ok, type SessionUser } from '../../http/handler.ts';
import { accountPhone, holderOf } from '../account/index.ts';
import { ownPeople, personIndex } from '../insured/index.ts';
import { claimsOfPerson, phoneOfClaims, type StoredClaim } from './case-store.ts';
import type { ClaimDependencies } from './claims-deps.ts';

/** Somebody whose claims the account may ask for. What it then sees is decided by `claimsSeenBy`. */
export interface Candidate {
  readonly kept: 'self' | 'child' | 'said';
  readonly personIndex: Buffer;
  readonly name: string;
  readonly isAdult: boolean;
  readonly view: ClaimPersonValue;
}

export interface SaidPerson {
  readonly name: string;
  readonly idType: string;
  readonly idNumber: string;
}

export const SAID_SEAL = 'claim-viewer';
/** Of whom the account said to be; its kept people go by their own numbers. */
const SAID_KEY = 'ACCOUNTSOWNPERSON';
const DAY_MS = 24 * 3_600_000;
const ADDRESS_RULE: RateRule = { name: 'claim-person-address', limit: 60, windowMs: DAY_MS };
const ACCOUNT_RULE: RateRule = { name: 'claim-person-account', limit: 10, windowMs: DAY_MS };
const NUMBER_RULE: RateRule = { name: 'claim-person-number', limit: 10, windowMs: DAY_MS };
const NOT_FOUND =
  '没有找到能给您看的理赔记录。请核对姓名和证件号码；登录的手机号要和报案或参保时留的一致。还是查不到，请打客服电话';

/** What it takes to know which claims an account sees. */
export type ClaimViewing = Pick<ClaimDependencies, 'clock' | 'database' | 'vault' | 'numbers' | 'policiesOf'>;

/** The account's own person and its minor children. */
async function candidates(deps: ClaimViewing, user: SessionUser): Promise<Candidate[]> {
  const nowMs = deps.clock.now();
  const people = await ownPeople(deps, user);
  const kept = people.flatMap(({ memberNo, personIndex: index, details, relationship }): Candidate[] => {
    const isAdult = isAdultAt(details.birthDate, nowMs);
    const isSelf = relationship === '00';
    if (!isSelf && (relationship !== '03' || isAdult)) return [];
    const { name } = details;
    const view = {
      personKey: memberNo,
      name,
      idNumberMasked: maskMiddle(details.idNumber),
      relation: isSelf ? ('self' as const) : ('child' as const),
    };
    return [{ kept: view.relation, personIndex: index, name, isAdult, view }];
  });
  if (kept.some((one) => one.kept === 'self')) return kept;
  const said = await saidPerson(deps, user);
  return said ? [said, ...kept] : kept;
}

async function saidPerson(deps: ClaimViewing, user: SessionUser): Promise<Candidate | null> {
  const [row] = await deps.database.query<{ person_index: Buffer; person_sealed: Buffer }>(
    'select person_index, person_sealed from claim_viewers where shard = $1 and user_id = $2',
    [user.shard, user.id],
  );
  if (!row) return null;
  return candidateOf(row.person_index, deps.vault.openJson<SaidPerson>(SAID_SEAL, row.person_sealed));
}

function candidateOf(index: Buffer, { name, idNumber }: SaidPerson): Candidate {
  const view = { personKey: SAID_KEY, name, idNumberMasked: maskMiddle(idNumber), relation: 'self' as const };
  return { kept: 'said', personIndex: index, name, isAdult: true, view };
}

export async function candidateByKey(
  deps: ClaimDependencies,
  user: SessionUser,
  personKey: string,
): Promise<Candidate | null> {
  return (await candidates(deps, user)).find(({ view }) => view.personKey === personKey) ?? null;
}

/**
 * The one place that decides whether an account sees a person's claims; then they are those of that name. Nobody's
 * claims and claims that are not for the asker are the same empty list.
 */
export async function claimsSeenBy(
  deps: ClaimViewing,
  user: SessionUser,
  person: Pick<Candidate, 'kept' | 'personIndex' | 'name' | 'isAdult'>,
): Promise<{ readonly claims: StoredClaim[]; readonly isKnown: boolean }> {
  const phone = await accountPhone(deps, user);
  const policies = (await deps.policiesOf(person.personIndex)).filter(({ insuredName }) =>
    isSameName(insuredName, person.name),
  );
  const claimPhone = await phoneOfClaims(deps.database.query, person.personIndex, user.phoneIndex);
  const claims = await claimsOfPerson(deps, person.personIndex);
  const access = claimAccess({
    kept: person.kept,
    isAdult: person.isAdult,
    claimPhone,
    policyPhoneFits: policies.some(({ insuredPhone }) => insuredPhone === phone),
    boughtIt: policies.some(({ boughtBy }) => boughtBy === user.id),
  });
  if (access === null) return { claims: [], isKnown: false };
  const seen = claims.filter(({ secrets }) => isSameName(secrets.name, person.name));
  return { claims: seen, isKnown: seen.length > 0 || policies.length > 0 };
}

/** All claims that the account is shown, of whomever. The same statements are asked whether or not there are any. */
export async function casesSeenBy(
  deps: ClaimViewing,
  user: SessionUser,
): Promise<Pick<StoredClaim['row'], 'shard' | 'case_no'>[]> {
  const seen: Pick<StoredClaim['row'], 'shard' | 'case_no'>[] = [];
  for (const person of await candidates(deps, user)) {
    seen.push(...(await claimsSeenBy(deps, user, person)).claims.map(({ row }) => row));
  }
  return seen;
}

function isSameName(kept: string, given: string): boolean {
  return kept.trim().toUpperCase() === given.trim().toUpperCase();
}

/** Whose claims the account may ask for. */
export function queryClaimPeople(deps: ClaimDependencies): Handler<Calls['queryClaimPeople']> {
  return async (_input, { user }) => {
    const people = await candidates(deps, user);
    return ok({
      people: people.map(({ view }) => view),
      maySay: !people.some(({ kept }) => kept === 'self' || kept === 'said'),
    });
  };
}

/**
 * Somebody who keeps nobody as themselves says who they are. It is believed where the phone they are logged in with is
 * known as that person's, once for good. Every other answer is the same.
 */
export function confirmClaimPerson(deps: ClaimDependencies): Handler<Calls['confirmClaimPerson']> {
  return async (input, { user, clientAddress }) => {
    const nowMs = deps.clock.now();
    const name = checkName(input.idType, input.name);
    const paper = checkIdPaper(input.idType, input.idNumber, { todayBeijing: beijingDate(nowMs) });
    if (!name.ok || !paper.ok) {
      const problems: InputProblem[] = [];
      if (!name.ok) problems.push({ path: 'name', message: name.message });
      if (!paper.ok) problems.push({ path: paper.reason === 'type' ? 'idType' : 'idNumber', message: paper.message });
      return fail('bad-input', problems[0]?.message, { fields: problems });
    }
    const index = personIndex(deps.index, input.idType, paper.normalized);
    const allowed =
      (await deps.limiter.allowsAddress(ADDRESS_RULE, clientAddress)) &&
      (await deps.limiter.allows(ACCOUNT_RULE, String(user.id))) &&
      (await deps.limiter.allows(NUMBER_RULE, index.toString('hex')));
    if (!allowed) return fail('too-many-requests', '今天查询的次数太多，请明天再试，或打客服电话查询');
    const said = { name: name.normalized, idType: input.idType, idNumber: paper.normalized };
    const person = candidateOf(index, said);
    const before = (await candidates(deps, user)).find(({ kept }) => kept !== 'child');
    const holder = await holderOf(deps.database.query, user.id);
    const { isKnown } = await claimsSeenBy(deps, user, person);
    const isOther = [before?.personIndex, holder].some((known) => known && !known.equals(index));
    if (!isKnown || isOther) return fail('not-found', NOT_FOUND);
    if (before) return ok(before.view);
    await deps.database.query(
      `insert into claim_viewers (shard, user_id, person_index, person_sealed, confirmed_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [user.shard, user.id, index, deps.vault.sealJson(SAID_SEAL, said), new Date(nowMs)],
    );
    const now = await saidPerson(deps, user);
    return now?.personIndex.equals(index) ? ok(now.view) : fail('not-found', NOT_FOUND);
  };
}
