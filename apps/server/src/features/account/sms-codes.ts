import type { RateRule } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { fail, ok, type Reply } from '../../http/handler.ts';
import type { SmsResult } from '../../ports/sms-gateway.ts';
import type { AccountDeps } from './account-deps.ts';
import {
  CODE_LIFE_MS,
  LOOK_BACK_MS,
  newSmsCode,
  RESEND_AFTER_MS,
  randomId,
  type SendingWait,
  sameHash,
  sendingWait,
  sendingWaitText,
  smsCodeHash,
} from './login-code.ts';
import * as store from './sms-code-store.ts';

/** Wide enough for a mobile network that puts many residents behind one address. */
const ADDRESS_RULES: readonly RateRule[] = [
  { name: 'sms-address-10m', limit: 120, windowMs: 600_000 },
  { name: 'sms-address-day', limit: 3_000, windowMs: 86_400_000 },
];

export interface CodeSubject {
  readonly phone: string;
  readonly purpose: store.SmsCodePurpose;
}

export type SendReply = Reply<{ resendAfterSeconds: number; validMinutes: number }>;
export type SmsCodeDeps = Pick<AccountDeps, 'core' | 'limiter' | 'sms'>;

/** The intent is stored before the gateway is called: a code that arrives can always be used. */
async function reserve(
  core: Core,
  { phone, purpose }: CodeSubject,
): Promise<{ id: bigint; code: string } | SendingWait> {
  const nowMs = core.clock.now();
  const phoneIndex = core.index.phone(phone);
  return core.database.transaction(async (query) => {
    await store.takeSendingTurn(query, phoneIndex);
    const wait = sendingWait(await store.sentSince(query, phoneIndex, nowMs - LOOK_BACK_MS), nowMs);
    if (wait) return wait;
    const id = randomId(core.random);
    const code = newSmsCode(core.random);
    const codeHash = smsCodeHash(core.index, { phone, purpose, id }, code);
    await store.insertSmsCode(query, {
      phoneIndex,
      purpose,
      id,
      codeHash,
      sentAtMs: nowMs,
      expiresAtMs: nowMs + CODE_LIFE_MS,
    });
    return { id, code };
  });
}

/** Sends a code for one purpose. The limits per phone count every purpose. Neither phone nor code is ever logged. */
export async function sendCode(deps: SmsCodeDeps, subject: CodeSubject, clientAddress: string): Promise<SendReply> {
  const { core } = deps;
  const { phone, purpose } = subject;
  for (const rule of ADDRESS_RULES) {
    if (!(await deps.limiter.allowsAddress(rule, clientAddress))) return fail('too-many-requests');
  }
  const reserved = await reserve(core, subject);
  if ('reason' in reserved) {
    return fail('sms-too-soon', sendingWaitText(reserved), { resendAfterSeconds: Math.ceil(reserved.waitMs / 1000) });
  }
  const sent = await deps.sms.send({
    phone,
    template: 'login-code',
    parameters: { code: reserved.code },
    outId: `${purpose}-${reserved.id}`,
  });
  if (sent.kind !== 'accepted' && sent.kind !== 'unknown') {
    await store.deleteSmsCode(core.database.query, core.index.phone(phone), purpose, reserved.id);
  }
  if (sent.kind === 'refused') core.log.error({ providerCode: sent.code, purpose }, 'sms gateway refused a code');
  if (sent.kind === 'unknown') core.log.warn({ reason: sent.message }, 'sms gateway gave no clear answer');
  return replyFor(sent);
}

function replyFor(sent: SmsResult): SendReply {
  const resendAfterSeconds = RESEND_AFTER_MS / 1000;
  switch (sent.kind) {
    case 'accepted':
      return ok({ resendAfterSeconds, validMinutes: CODE_LIFE_MS / 60_000 });
    case 'wrong-number':
      return fail('sms-not-sent', '这个手机号收不到短信。请检查号码，改正后再获取');
    case 'limited':
      return fail('sms-too-soon', '这个手机号获取验证码的次数太多，请过一小时再试');
    case 'refused':
      return fail('sms-not-sent');
    case 'unknown':
      // It may still arrive and then works, so it is not sent again at once.
      return fail('sms-not-sent', `短信可能会晚到。请等 ${resendAfterSeconds} 秒，没收到再重新获取`, {
        resendAfterSeconds,
      });
  }
}

export type CodeCheck = 'right' | 'wrong' | 'expired' | 'tried-out';

/** Tries a code within a transaction that is kept whatever this answers: a wrong try counts, a right one stays usable. */
export async function tryCode(
  core: Pick<Core, 'index'>,
  query: Query,
  subject: CodeSubject & { readonly code: string },
  nowMs: number,
): Promise<CodeCheck> {
  const found = await findCode(core, query, subject, nowMs);
  return typeof found === 'string' ? found : 'right';
}

/** The same, and which code it was that is right. */
export async function findCode(
  core: Pick<Core, 'index'>,
  query: Query,
  subject: CodeSubject & { readonly code: string },
  nowMs: number,
): Promise<{ readonly id: bigint } | Exclude<CodeCheck, 'right'>> {
  const { phone, purpose } = subject;
  const phoneIndex = core.index.phone(phone);
  const tried = await store.tryCodes(query, phoneIndex, purpose, nowMs);
  const right = tried.find((entry) => isCode(core, subject, entry));
  if (right) return { id: right.id };
  if (tried.some((entry) => entry.tries < store.MAX_TRIES)) return 'wrong';
  return (await store.triedOut(query, phoneIndex, purpose, nowMs)) ? 'tried-out' : 'expired';
}

export function isCode(
  core: Pick<Core, 'index'>,
  { phone, purpose, code }: CodeSubject & { readonly code: string },
  { id, codeHash }: store.TriedCode,
): boolean {
  return sameHash(codeHash, smsCodeHash(core.index, { phone, purpose, id }, code));
}

/** No code of the phone for this purpose works any more. */
export async function useUpCodes(
  core: Pick<Core, 'index'>,
  query: Query,
  { phone, purpose }: CodeSubject,
  nowMs: number,
): Promise<void> {
  await store.useCodes(query, core.index.phone(phone), purpose, nowMs);
}

/** Both in one: a right code is used up. */
export async function checkCode(
  core: Pick<Core, 'index'>,
  query: Query,
  subject: CodeSubject & { readonly code: string },
  nowMs: number,
): Promise<CodeCheck> {
  const check = await tryCode(core, query, subject, nowMs);
  if (check === 'right') await useUpCodes(core, query, subject, nowMs);
  return check;
}

/** What a person is told about a code that was not right. */
export function codeRefusal(check: Exclude<CodeCheck, 'right'>): Reply<never> {
  switch (check) {
    case 'wrong':
      return fail('sms-code-wrong');
    case 'expired':
      return fail('sms-code-expired');
    case 'tried-out':
      return fail('sms-code-expired', '输错的次数太多，请重新获取验证码');
  }
}
