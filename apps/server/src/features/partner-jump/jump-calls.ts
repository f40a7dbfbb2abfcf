import type { Calls, JumpValue } from '@huimin/contract';
import { addYears, beijingDate, endOfDayMs, formatDateTime } from '@huimin/domain/date';
import { JUMP_CONSENT_LINES, JUMP_CONSENT_VERSION, jumpStatusLabel } from '@huimin/domain/partner-jump';
import { maskPhone } from '@huimin/domain/person';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { JumpDependencies } from './jump-deps.ts';
import { freshJump, insertJump, type JumpRow, jumpOfKey, moveJump, ownJumps } from './jump-store.ts';
import { type MedicalAppTarget, medicalAppTargets } from './medical-app-targets.ts';

export const JUMP_PHONE_SEAL = 'jump-phone';
const RULE: RateRule = { name: 'medical-app-jump', limit: 30, windowMs: 3_600_000 };
const KEPT_YEARS = 3;
const NOT_OFFERED = '现在不能前往医保页面，请直接打开“江苏医保云”等医保平台办理';
const AGREE_FIRST = '请先看完说明并同意，再前往';
const BUSY = '医保系统忙，没有前往成功。请稍后再试';
const NOT_YOURS = '只能交出您登录用的手机号';

async function offered(deps: JumpDependencies): Promise<MedicalAppTarget[]> {
  if (deps.medicalApp === null) return [];
  return (await medicalAppTargets(deps.database.query)).filter(({ isActive }) => isActive);
}

const phoneOf = (deps: JumpDependencies, row: JumpRow): string => deps.vault.open(JUMP_PHONE_SEAL, row.phone_sealed);

function jumpView(deps: JumpDependencies, row: JumpRow): JumpValue {
  return {
    ...{ source: row.source, targetName: row.target_name },
    ...{ status: row.status, statusLabel: jumpStatusLabel(row.status) },
    ...{ agreedAt: formatDateTime(row.agreed_at), consentVersion: row.consent_version },
    phoneMasked: maskPhone(phoneOf(deps, row)),
  };
}

export function ybjkJumpCheck(deps: JumpDependencies): Handler<Calls['ybjkJumpCheck']> {
  return async (_input, { user }) => {
    const targets = await offered(deps);
    return ok({
      targets: targets.map(({ source, name, note }) => ({ source, name, note })),
      consentVersion: JUMP_CONSENT_VERSION,
      consentLines: [...JUMP_CONSENT_LINES],
      phoneMasked: maskPhone(await deps.ownPhone(user)),
      jumps: (await ownJumps(deps.database.query, user)).map((row) => jumpView(deps, row)),
    });
  };
}

export function ybjkJumpSave(deps: JumpDependencies): Handler<Calls['ybjkJumpSave']> {
  return async ({ clientKey, source, consentVersion }, { user }) => {
    const { query } = deps.database;
    const before = await jumpOfKey(query, user, clientKey);
    if (before) return ok(jumpView(deps, before));
    const target = (await offered(deps)).find((one) => one.source === source);
    if (!target) return fail('not-found', NOT_OFFERED);
    if (consentVersion !== JUMP_CONSENT_VERSION) return fail('documents-changed', '说明有更新，请重新看完再同意');
    if (!(await deps.limiter.allows(RULE, String(user.id)))) return fail('too-many-requests');
    const nowMs = deps.clock.now();
    const row = await insertJump(query, user, {
      ...{ id: deps.orderIds.next(user.shard), clientKey, source, targetName: target.name, nowMs },
      ...{ consentVersion, consentText: JUMP_CONSENT_LINES.join('\n') },
      phoneSealed: deps.vault.seal(JUMP_PHONE_SEAL, await deps.ownPhone(user)),
      keepUntilMs: endOfDayMs(addYears(beijingDate(nowMs), KEPT_YEARS)),
    });
    if (!row) throw new Error('a jump that was just recorded is not there');
    return ok(jumpView(deps, row));
  };
}

/**
 * Hands the phone over: what is known of it is written before and after, and an unclear answer leaves the jump where the
 * same push, by its number, may be sent again.
 */
export function pushPhone(deps: JumpDependencies): Handler<Calls['pushPhone']> {
  return async ({ source, phone }, { user }) => {
    const { medicalApp } = deps;
    const { query } = deps.database;
    if (medicalApp === null) return fail('switched-off', NOT_OFFERED);
    if (!(await deps.limiter.allows(RULE, String(user.id)))) return fail('too-many-requests');
    const nowMs = deps.clock.now();
    const agreed = await freshJump(query, user, { event: 'Asked', source, nowMs });
    if (!agreed) {
      const told = await freshJump(query, user, { event: 'AddressGiven', source, nowMs });
      return told && isSamePhone(deps, told, phone) ? ok(jumpView(deps, told)) : fail('proof-required', AGREE_FIRST);
    }
    if (!isSamePhone(deps, agreed, phone)) return fail('proof-required', NOT_YOURS);
    const asking = await moveJump(query, agreed, 'Asked', { nowMs });
    if (!asking) return fail('order-state', AGREE_FIRST);
    const answer = await medicalApp.pushPhone({
      ...{ jumpNo: deps.numbers.jumpNo(asking.id), phone: phoneOf(deps, asking), source },
      consent: { version: asking.consent_version, atMs: asking.agreed_at },
    });
    if (answer.kind === 'unknown') return fail('provider-busy', BUSY);
    const isTaken = answer.kind === 'taken';
    const outcome = { nowMs: deps.clock.now(), refusal: isTaken ? null : answer.code };
    const moved = await moveJump(query, asking, isTaken ? 'Taken' : 'Refused', outcome);
    if (!isTaken) return fail('order-state', '医保局没有受理这次前往，请直接打开医保平台办理');
    return ok(jumpView(deps, moved ?? { ...asking, status: 'told' }));
  };
}

export function queryParam(deps: JumpDependencies): Handler<Calls['queryParam']> {
  return async ({ phone }, { user }) => {
    const { medicalApp } = deps;
    const { query } = deps.database;
    if (medicalApp === null) return fail('switched-off', NOT_OFFERED);
    if (!(await deps.limiter.allows(RULE, String(user.id)))) return fail('too-many-requests');
    const told = await freshJump(query, user, { event: 'AddressGiven', source: null, nowMs: deps.clock.now() });
    if (!told) return fail('proof-required', AGREE_FIRST);
    if (!isSamePhone(deps, told, phone)) return fail('proof-required', NOT_YOURS);
    const answer = await medicalApp.entry({ jumpNo: deps.numbers.jumpNo(told.id), phone: phoneOf(deps, told) });
    if (answer.kind === 'unknown') return fail('provider-busy', BUSY);
    const nowMs = deps.clock.now();
    if (answer.kind === 'refused') {
      await moveJump(query, told, 'Refused', { nowMs, refusal: answer.code });
      return fail('order-state', '医保局没有受理这次前往，请直接打开医保平台办理');
    }
    // Of two tabs that ask at once only one goes on.
    if (!(await moveJump(query, told, 'AddressGiven', { nowMs }))) return fail('order-state', AGREE_FIRST);
    return ok({
      url: answer.url,
      host: new URL(answer.url).host,
      expiresAt: formatDateTime(answer.expiresAtMs),
    });
  };
}

/** The phone that was agreed to; nobody hands over another one. */
function isSamePhone(deps: JumpDependencies, row: JumpRow, phone: string | undefined): boolean {
  return phone === undefined || phone === phoneOf(deps, row);
}
