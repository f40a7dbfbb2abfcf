import type { Calls, InputOf } from '@huimin/contract';
import { nextPhoneRequestStatus } from '@huimin/domain/account';
import type { RateRule } from '../../../coordination/rate-limit.ts';
import { fail, type Handler, ok, type Reply } from '../../../http/handler.ts';
import type { AccountDeps } from '../account-deps.ts';
import { recordEvent } from '../account-events-store.ts';
import { noteNotice } from '../account-notices.ts';
import { type Asker, askerOf } from '../recovery/asker.ts';
import { originOf } from '../request-origin.ts';
import { type CodeCheck, checkCode, codeRefusal } from '../sms-codes.ts';
import { insertRequest, moveRequest, newestRequest } from './phone-request-store.ts';
import { phoneRequestView } from './phone-request-view.ts';

const RULE: RateRule = { name: 'phone-request', limit: 3, windowMs: 86_400_000 };
const OPEN_ALREADY = '已经有一份更换手机号的申请在办理。要重新申请，请先撤回';

type Input = InputOf<Calls['requestPhoneChange']>;

/**
 * The way that needs neither the old phone nor a face: somebody of the service compares papers and decides. The old phone
 * is told at once, and again after the approval, which counts only after the cooling time.
 */
export function requestPhoneChange(deps: AccountDeps): Handler<Calls['requestPhoneChange']> {
  const { core } = deps;
  return async (input, request) => {
    const asker = await askerOf(deps, input, request);
    if (!asker.ok) return asker;
    const { user } = asker.value;
    const wanted = newPhoneOf(input, asker.value);
    if (!wanted.ok) return wanted;
    const { phone, code } = wanted.value;
    const phoneIndex = core.index.phone(phone);
    if (phoneIndex.equals(user.phoneIndex)) {
      const message = '新手机号和现在的一样，不用更换';
      return fail('bad-input', message, { fields: [{ path: 'phone', message }] });
    }
    if (!(await deps.limiter.allows(RULE, String(user.id)))) return fail('too-many-requests');
    const nowMs = core.clock.now();
    const oldPhone = core.vault.open('phone', user.phoneSealed);
    const outcome = await core.database.transaction(async (query): Promise<Exclude<CodeCheck, 'right'> | boolean> => {
      if (code !== null) {
        const check = await checkCode(core, query, { phone, purpose: 'new-phone', code }, nowMs);
        if (check !== 'right') return check;
      }
      const stored = await insertRequest(query, {
        id: core.orderIds.next(user.shard),
        user,
        newPhoneSealed: core.vault.seal('phone', phone),
        statementSealed: core.vault.seal('statement', input.statement.trim()),
        nowMs,
      });
      if (!stored) return false;
      await recordEvent(core, query, user, 'phone-requested', originOf(request));
      await noteNotice(core, query, user.shard, oldPhone, `有人申请把手机号换成尾号${phone.slice(-4)}`, {
        accountId: user.id,
      });
      return true;
    });
    if (typeof outcome === 'string') return codeRefusal(outcome);
    if (!outcome) return fail('order-state', OPEN_ALREADY);
    const row = await newestRequest(core.database.query, user);
    if (!row) throw new Error('a request that was just stored is not there');
    return ok(phoneRequestView(core, row));
  };
}

/** The new phone: verified by the identity login, or by the code that comes along. */
function newPhoneOf(input: Input, asker: Asker): Reply<{ phone: string; code: string | null }> {
  if (asker.recovery) return ok({ phone: asker.recovery.newPhone, code: null });
  const fields = [
    ...(input.phone === undefined ? [{ path: 'phone', message: '请填写新手机号' }] : []),
    ...(input.code === undefined ? [{ path: 'code', message: '请填写短信里的 6 位数字' }] : []),
  ];
  if (input.phone === undefined || input.code === undefined) return fail('bad-input', fields[0]?.message, { fields });
  return ok({ phone: input.phone, code: input.code });
}

/** The owner takes it back, or the holder of the old phone objects; both are logged in. */
export function withdrawPhoneRequest(deps: AccountDeps): Handler<Calls['withdrawPhoneRequest']> {
  const { core } = deps;
  return async (_input, request) => {
    const { query } = core.database;
    const row = await newestRequest(query, request.user);
    const next = row && nextPhoneRequestStatus(row.state, 'Withdrawn');
    if (!row || !next) return fail('not-found', '没有正在办理的申请');
    const withdrawn = await core.database.transaction(async (inside) => {
      if (!(await moveRequest(inside, row, next, core.clock.now()))) return false;
      await recordEvent(core, inside, request.user, 'phone-request-withdrawn', originOf(request));
      const newPhone = core.vault.open('phone', row.newPhoneSealed);
      await noteNotice(core, inside, row.shard, newPhone, '更换手机号的申请已撤回');
      return true;
    });
    if (!withdrawn) return fail('not-found', '没有正在办理的申请');
    return ok(phoneRequestView(core, { ...row, state: next }));
  };
}
