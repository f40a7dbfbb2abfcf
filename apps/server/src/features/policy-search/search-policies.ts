import type { Calls, InputOf, OutputOf } from '@huimin/contract';
import { beijingDate } from '@huimin/domain/date';
import { checkIdPaper, checkName, checkPhone } from '@huimin/domain/person';
import { askerByPhone } from '@huimin/domain/policy';
import type { RateRule } from '../../coordination/rate-limit.ts';
import {
  type CallRequest,
  fail,
  type Handler,
  type InputProblem,
  ok,
  type Reply,
  type SessionUser,
} from '../../http/handler.ts';
import { accountPhone, checkCode, codeRefusal, sendCode } from '../account/index.ts';
import { keptFamily, personIndex } from '../insured/index.ts';
import { foundPolicy, openPolicy } from './found-policy.ts';
import { ownPolicies, policiesOfPerson } from './person-policies-store.ts';
import type { PolicySearchDependencies } from './policy-search-deps.ts';

type Sought = NonNullable<InputOf<Calls['searchPolicies']>['person']>;
type Found = OutputOf<Calls['searchPolicies']>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Wide enough for a household behind one address, and for a mobile network's shared one. */
const ADDRESS_RULES: readonly RateRule[] = [
  { name: 'policy-search-address-10m', limit: 60, windowMs: 600_000 },
  { name: 'policy-search-address-day', limit: 600, windowMs: DAY_MS },
];
/** A phone is one person who asks for the family; a number is one person who is asked about. */
const PHONE_RULE: RateRule = { name: 'policy-search-phone', limit: 20, windowMs: DAY_MS };
const NUMBER_RULE: RateRule = { name: 'policy-search-number', limit: 10, windowMs: DAY_MS };
const DEFAULT_PAGE_SIZE = 20;

/** Sends the code for a search. Known and unknown phones get the same answer. */
export function sendPolicySearchCode(deps: PolicySearchDependencies): Handler<Calls['sendPolicySearchCode']> {
  return ({ phone }, request) => sendCode(deps.codes, { phone, purpose: 'policy-search' }, request.clientAddress);
}

/** By login, or by name, number and a code. */
export function searchPolicies(deps: PolicySearchDependencies): Handler<Calls['searchPolicies']> {
  return async (input, request) => {
    if (input.person) return searchByNumber(deps, input.person, request);
    const user = request.session?.user;
    return user ? searchByLogin(deps, user, input) : fail('not-logged-in');
  };
}

/**
 * A wrong name, a number without a policy and a number nobody has get the same answer, an empty list, after the same
 * statements. A code is good for one search, so each guess costs a text message.
 */
async function searchByNumber(
  deps: PolicySearchDependencies,
  sought: Sought,
  request: CallRequest,
): Promise<Reply<Found>> {
  const nowMs = deps.clock.now();
  const name = checkName(sought.idType, sought.name);
  const paper = checkIdPaper(sought.idType, sought.idNumber, { todayBeijing: beijingDate(nowMs) });
  const phone = checkPhone(sought.phone);
  if (!name.ok || !paper.ok || !phone.ok) {
    const problems: InputProblem[] = [];
    if (!name.ok) problems.push({ path: 'person.name', message: name.message });
    if (!paper.ok) {
      problems.push({ path: paper.reason === 'type' ? 'person.idType' : 'person.idNumber', message: paper.message });
    }
    if (!phone.ok) problems.push({ path: 'person.phone', message: phone.message });
    return fail('bad-input', problems[0]?.message, { fields: problems });
  }
  for (const rule of ADDRESS_RULES) {
    if (!(await deps.limiter.allowsAddress(rule, request.clientAddress))) return fail('too-many-requests');
  }
  const subject = { phone: phone.normalized, purpose: 'policy-search', code: sought.code } as const;
  const code = await deps.database.transaction((query) => checkCode(deps, query, subject, nowMs));
  if (code !== 'right') return codeRefusal(code);
  const index = personIndex(deps.index, sought.idType, paper.normalized);
  // Only searches with a right code count: nobody can shut others out by trying.
  const allowed =
    (await deps.limiter.allows(PHONE_RULE, phone.normalized)) &&
    (await deps.limiter.allows(NUMBER_RULE, index.toString('hex')));
  if (!allowed) return fail('too-many-requests', '今天查询的次数太多，请明天再试，或打客服电话查询');
  const rows = await policiesOfPerson(deps.database.query, index);
  const policies = rows
    .map((row) => openPolicy(deps, row))
    .filter(({ insured }) => isSameName(insured.name, name.normalized))
    .map((policy) =>
      foundPolicy(
        deps,
        policy,
        askerByPhone(phone.normalized, { policyholder: policy.policyholder.phone, insured: policy.insured.phone }),
      ),
    );
  return ok({ policies, nextCursor: null });
}

function isSameName(kept: string, given: string): boolean {
  return kept.trim().toUpperCase() === given.toUpperCase();
}

/** What the account bought, page by page; on the first page also what others bought for its own person. */
async function searchByLogin(
  deps: PolicySearchDependencies,
  user: SessionUser,
  input: InputOf<Calls['searchPolicies']>,
): Promise<Reply<Found>> {
  const beforeId = input.cursor ? deps.numbers.policyId(input.cursor) : null;
  if (input.cursor && beforeId === null) return fail('bad-input', '翻页位置不对，请从第一页重新看');
  const limit = input.limit ?? DEFAULT_PAGE_SIZE;
  const rows = await ownPolicies(deps.database.query, user, { beforeId, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const bought = shown.map((row) => foundPolicy(deps, openPolicy(deps, row), 'policyholder'));
  const given = input.cursor ? [] : await boughtByOthers(deps, user);
  return ok({
    policies: [...given, ...bought],
    nextCursor: rows.length > limit && last ? deps.numbers.policyNo(last.id) : null,
  });
}

/**
 * Who somebody says they are is not proof enough: the policy must also name the phone they are logged in with as the
 * insured's own.
 */
async function boughtByOthers(deps: PolicySearchDependencies, user: SessionUser): Promise<Found['policies']> {
  const self = (await keptFamily(deps, user)).find(({ view }) => view.relationship === '00');
  if (!self) return [];
  const phone = await accountPhone(deps, user);
  const rows = await policiesOfPerson(deps.database.query, self.personIndex);
  return rows
    .filter((row) => row.user_id !== user.id)
    .map((row) => openPolicy(deps, row))
    .filter(({ insured }) => insured.phone === phone && isSameName(insured.name, self.view.name))
    .map((policy) => foundPolicy(deps, policy, 'insured'));
}
