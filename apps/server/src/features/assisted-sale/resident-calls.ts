import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { accountPhone } from '../account/index.ts';
import { keepPerson } from '../insured/index.ts';
import type { AssistanceDependencies } from './assistance-deps.ts';
import { assistanceOfResident, keepReading, noteStep, PHONE_SEAL, takeUp } from './assistance-store.ts';
import { preparedPeople, residentView } from './assistance-view.ts';
import { digitsHash, linkHash } from './codes.ts';
import { detailsOf } from './desk-calls.ts';
import { staffOfUser } from './staff-store.ts';

/** Enough for slips of the finger; six digits cannot be tried out. */
const TRIES: RateRule = { name: 'assistance-join', limit: 10, windowMs: 3_600_000 };
const ADDRESS_TRIES: RateRule = { name: 'assistance-join-address', limit: 60, windowMs: 3_600_000 };

const NO_CODE = '这个码不对，或者已经过期。请工作人员换一个码';
const GONE = '这次协助已经结束。要接着办，请工作人员换一个码';

/** A resident takes up the help of an outlet. Wrong, used and expired codes are answered alike. */
export function joinAssistance(deps: AssistanceDependencies): Handler<Calls['joinAssistance']> {
  return async ({ code, link }, request) => {
    if ((code === undefined) === (link === undefined)) return fail('bad-input', '请输入网点给的 6 位码');
    if (!(await deps.limiter.allowsAddress(ADDRESS_TRIES, request.clientAddress))) return fail('too-many-requests');
    if (!(await deps.limiter.allows(TRIES, String(request.user.id)))) return fail('too-many-requests');
    if (await staffOfUser(deps, request.user)) {
      return fail('bad-input', '您登录的是工作人员的手机号。请用居民自己的手机、自己的手机号打开');
    }
    const by =
      code === undefined
        ? { linkHash: linkHash(deps.index, link as string) }
        : { digitsHash: digitsHash(deps.index, code) };
    const phoneSealed = deps.vault.seal(PHONE_SEAL, await accountPhone(deps, request.user));
    const nowMs = deps.clock.now();
    const row = await takeUp(deps.database.query, by, { user: request.user, phoneSealed }, nowMs);
    if (!row) return fail('not-found', NO_CODE);
    if (row.joined_at === nowMs) {
      await noteStep(deps, row.assistance_no, {
        actor: 'resident',
        step: 'joined',
        details: { by: code === undefined ? 'link' : 'digits' },
      });
    }
    return ok(await residentView(deps, row));
  };
}

/** The help a resident took up; others' are answered like those that never were. */
export function queryAssistance(deps: AssistanceDependencies): Handler<Calls['queryAssistance']> {
  return async (input, request) => {
    const row = await assistanceOfResident(deps.database.query, request.user, input.assistanceNo);
    return row ? ok(await residentView(deps, row)) : fail('not-found', GONE);
  };
}

/** How far the resident has read, for the outlet's screen. */
export function reportReading(deps: AssistanceDependencies): Handler<Calls['reportReading']> {
  return async (input, request) => {
    const row = await assistanceOfResident(deps.database.query, request.user, input.assistanceNo);
    if (!row) return fail('not-found', GONE);
    if (input.readCount > input.totalCount) return fail('bad-input', '读完的份数不对，请刷新页面');
    const { readCount, totalCount } = input;
    if (await keepReading(deps.database.query, row.assistance_no, { readCount, totalCount })) {
      await noteStep(deps, row.assistance_no, { actor: 'resident', step: 'read', details: { readCount, totalCount } });
    }
    return ok({});
  };
}

/** Makes what was shown the resident's own people. Only the version that was on the screen is agreed to. */
export function acceptAssistance(deps: AssistanceDependencies): Handler<Calls['acceptAssistance']> {
  return async (input, request) => {
    const row = await assistanceOfResident(deps.database.query, request.user, input.assistanceNo);
    if (!row) return fail('not-found', GONE);
    if (row.status !== 'prepared' || row.expires_at <= deps.clock.now()) return fail('order-state', GONE);
    if (row.prepared_version !== input.preparedVersion) {
      return fail('order-state', '工作人员刚改过信息，请再看一遍');
    }
    let policyholderMemberId = '';
    const insuredMemberIds: string[] = [];
    // Himself first: the others are kept beside him. Kept one by one, and safe to repeat: the same person is one row.
    const people = preparedPeople(deps, row).sort(
      (a, b) => Number(b.relationship === '00') - Number(a.relationship === '00'),
    );
    for (const person of people) {
      const kept = await keepPerson(deps, request.user, detailsOf(person));
      if (!kept.ok) return { ...kept, message: `${person.name}：${kept.message ?? '信息有误'}` };
      if (person.relationship === '00') policyholderMemberId = kept.value.memberId;
      if (person.insured) insuredMemberIds.push(kept.value.memberId);
    }
    await noteStep(deps, row.assistance_no, {
      actor: 'resident',
      step: 'confirmed',
      details: { version: input.preparedVersion },
    });
    return ok({ policyholderMemberId, insuredMemberIds });
  };
}
