import { createHash } from 'node:crypto';
import type { Calls, InputOf, PreExistingQueryValue } from '@huimin/contract';
import { checkIdNumber, isAdultAt } from '@huimin/domain/person';
import {
  type AskBasis,
  GUARDIANS_OF_A_MINOR,
  HEALTH_CONSENT_VERSION,
  healthConsentText,
  mayAskAbout,
  mayAskForOneself,
  type PreExistingWay,
} from '@huimin/domain/pre-existing';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { accountPhone } from '../account/index.ts';
import { otherGuardians, recordLookup } from './lookup-store.ts';
import type { PreExistingDependencies } from './pre-existing-deps.ts';
import { insertQuery, ownQuery, sameQuery } from './query-store.ts';
import { queryViews } from './query-view.ts';
import { type AskedPerson, askOnce, LEASE_MS, PERSON_SEAL } from './run-ask.ts';
import { type Standing, standingOf } from './standing.ts';

type AskInput = InputOf<Calls['queryKeXin']>;

const DAY_MS = 24 * 3_600_000;
/** Wide enough for a household behind one address, and for a mobile network's shared one. */
const ADDRESS_RULES: readonly RateRule[] = [
  { name: 'pre-existing-address-10m', limit: 60, windowMs: 600_000 },
  { name: 'pre-existing-address-day', limit: 600, windowMs: DAY_MS },
];
const ACCOUNT_RULE: RateRule = { name: 'pre-existing-account', limit: 10, windowMs: DAY_MS };
const PERSON_RULE: RateRule = { name: 'pre-existing-person', limit: 6, windowMs: DAY_MS };
const TOO_OFTEN = '今天查的次数太多了，请明天再查';

/** Asks by one way. The intent is kept before anything is asked; a job goes on where the data centre is silent. */
export function askBy(deps: PreExistingDependencies, way: PreExistingWay): Handler<Calls['queryKeXin']> {
  return async (input, request) => {
    if (!deps.registries.has(way)) return fail('switched-off', '现在不能在网上查，请打客服电话');
    const standing = await standingOf(deps, request);
    if (!standing) return fail('proof-required', '请先核对是不是您本人，再查');
    const subject = await subjectOf(deps, standing, input, request);
    if (!subject.ok) return subject;
    if (input.consentVersion !== HEALTH_CONSENT_VERSION) return fail('documents-changed', '告知书有更新，请重新读一遍');
    const edition = deps.editions.edition(input.productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    return ask(deps, request, standing, {
      ...{ clientKey: input.clientKey, way, editionCode: edition.code },
      ...subject.value,
    });
  };
}

interface Subject {
  readonly basis: AskBasis;
  readonly personIndex: Buffer;
  readonly person: AskedPerson;
}

/** Whom it is about: the person the asker has shown to be, or one of their minor children. */
async function subjectOf(
  deps: PreExistingDependencies,
  standing: Standing,
  input: AskInput,
  { user, session }: CallRequest,
): Promise<Reply<Subject>> {
  const phone = await accountPhone(deps, user);
  const { name, idNumber, personIndex } = standing;
  const nowMs = deps.clock.now();
  const own = checkIdNumber(idNumber);
  const birthDate = own.ok ? own.birthDate : '';
  if (input.memberId === undefined) {
    if (!mayAskForOneself(birthDate, nowMs)) return fail('adult-required', '未满 14 周岁的，请由父母等监护人查');
    return ok({ basis: 'self', personIndex, person: { name, idNumber, birthDate, phone } });
  }
  if (!isAdultAt(birthDate, nowMs)) return fail('adult-required', '监护人要年满 18 周岁');
  // A session for settlements knows its own person alone.
  if (session?.settlementOnly) return fail('not-logged-in');
  const member = (await deps.loadMembers(user, [input.memberId])).get(input.memberId);
  if (!member) return fail('not-found', '这位家人已不在名单里，请重新选择');
  const { details, relationship } = member;
  const may = mayAskAbout({ relationship, ...details }, nowMs);
  if (may === 'adult') return fail('not-found', `${details.name}已满 18 周岁，只能由本人用自己的手机查`);
  if (may === 'not-a-child') return fail('not-found', '未满 18 周岁的，只能由父母等监护人查。请先把关系改为子女');
  if (may === 'paper') return fail('not-found', '网上只能用居民身份证查，请打客服电话');
  if (input.guardian !== true) return fail('bad-input', '请先确认您是孩子的监护人');
  const person = { name: details.name, idNumber: details.idNumber, birthDate: details.birthDate, phone };
  return ok({ basis: 'guardian', personIndex: member.personIndex, person });
}

interface Question extends Subject {
  readonly clientKey: string;
  readonly way: PreExistingWay;
  readonly editionCode: string;
}

async function ask(
  deps: PreExistingDependencies,
  request: CallRequest,
  standing: Standing,
  question: Question,
): Promise<Reply<PreExistingQueryValue>> {
  const { user } = request;
  const { query } = deps.database;
  const before = await sameQuery(query, user, question);
  if (before) return shown(deps, request, standing, before.id);
  const refusal = await tooOften(deps, request, question);
  if (refusal) return refusal;
  const { basis, way, personIndex } = question;
  const nowMs = deps.clock.now();
  const id = deps.orderIds.next(user.shard);
  await recordLookup(
    deps,
    personIndex,
    { asWhom: basis, key: `user:${user.id}`, name: standing.name, phone: question.person.phone },
    way,
  );
  const kept = await insertQuery(query, user, {
    ...{ id, clientKey: question.clientKey, basis, way, personIndex, editionCode: question.editionCode, nowMs },
    askerIndex: standing.personIndex,
    personSealed: deps.vault.sealJson(PERSON_SEAL, question.person),
    consentVersion: HEALTH_CONSENT_VERSION,
    consentHash: createHash('sha256').update(healthConsentText(basis)).digest(),
    nextAskMs: nowMs + LEASE_MS,
  });
  if (!kept) {
    // A second tap at the same moment: the other one is it.
    const other = await sameQuery(query, user, question);
    return other ? shown(deps, request, standing, other.id) : fail('server-busy');
  }
  const row = await ownQuery(query, user, standing.personIndex, id);
  if (row) await askOnce(deps, row, { tellsAsker: false });
  return shown(deps, request, standing, id);
}

async function tooOften(
  deps: PreExistingDependencies,
  { user, clientAddress }: CallRequest,
  { basis, personIndex }: Question,
): Promise<Reply<never> | null> {
  for (const rule of ADDRESS_RULES) {
    if (!(await deps.limiter.allowsAddress(rule, clientAddress))) return fail('too-many-requests');
  }
  const key = `user:${user.id}`;
  if (basis === 'guardian' && (await otherGuardians(deps, personIndex, key)) >= GUARDIANS_OF_A_MINOR) {
    return fail('too-many-requests', '一年里已有两位监护人查过，请打客服电话办理');
  }
  const allowed =
    (await deps.limiter.allows(ACCOUNT_RULE, key)) &&
    (await deps.limiter.allows(PERSON_RULE, personIndex.toString('hex')));
  return allowed ? null : fail('too-many-requests', TOO_OFTEN);
}

async function shown(
  deps: PreExistingDependencies,
  { user }: CallRequest,
  standing: Standing,
  id: bigint,
): Promise<Reply<PreExistingQueryValue>> {
  const row = await ownQuery(deps.database.query, user, standing.personIndex, id);
  const [view] = row ? await queryViews(deps, [row]) : [];
  return view ? ok(view) : fail('not-found', '没有找到这次查询');
}
