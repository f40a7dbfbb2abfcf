import type { AccountViewValue, Calls } from '@huimin/contract';
import type { RateRule } from '../../../coordination/rate-limit.ts';
import { type CallRequest, fail, type Handler, ok, type Reply, type SessionUser } from '../../../http/handler.ts';
import type { AccountDeps } from '../account-deps.ts';
import { beginSession, greet } from '../begin-session.ts';
import type { LoginDocuments } from '../login-documents.ts';
import { RECOVERY_OVER } from '../recovery/asker.ts';
import { openRecovery } from '../recovery/recovery-token.ts';
import { originOf } from '../request-origin.ts';
import { type CodeCheck, codeRefusal, tryCode, useUpCodes } from '../sms-codes.ts';
import { findByIds, type KnownUser, recordAgreements } from '../user-store.ts';
import { movePhone, PhoneTaken } from './move-phone.ts';
import { isProven } from './proven.ts';

const RULE: RateRule = { name: 'phone-change', limit: 20, windowMs: 86_400_000 };

type Outcome =
  | { readonly kind: 'moved'; readonly user: SessionUser; readonly token: string }
  | { readonly kind: 'unproven' | 'taken' }
  | { readonly kind: 'code'; readonly check: Exclude<CodeCheck, 'right'> };

/** Makes another phone the phone of the logged-in account: its code, and a proof that reaches beyond the session. */
export function updatePhone(deps: AccountDeps): Handler<Calls['updatePhone']> {
  const { core } = deps;
  return async (input, request) => {
    const [user] = await findByIds(core.database.query, [request.user.id]);
    if (!user) return fail('not-logged-in');
    if (!(await deps.limiter.allows(RULE, String(user.id)))) return fail('too-many-requests');
    if (user.phoneIndex.equals(core.index.phone(input.phone))) {
      const message = '新手机号和现在的一样，不用更换';
      return fail('bad-input', message, { fields: [{ path: 'phone', message }] });
    }
    return replyTo(
      deps,
      await moveProven(
        deps,
        { user, newPhone: input.phone, code: input.code, proofToken: input.proofToken, purpose: 'change-phone' },
        request,
      ),
      request,
    );
  };
}

/** The last step of an identity login: the proof, the move of the account to the new phone, and the login with it. */
export function completeRecovery(deps: AccountDeps): Handler<Calls['completeRecovery']> {
  return async (input, request) => {
    const recovery = openRecovery(deps.core, request.session, input.recoveryToken);
    const id = recovery?.accountIds[input.account];
    const [user] = id === undefined ? [] : await findByIds(deps.core.database.query, [id]);
    if (!recovery || !user) return fail('proof-required', RECOVERY_OVER);
    if (!(await deps.limiter.allows(RULE, String(user.id)))) return fail('too-many-requests');
    const { newPhone, agreed } = recovery;
    const step = { user, newPhone, proofToken: input.proofToken, purpose: 'recover-account', agreed } as const;
    return replyTo(deps, await moveProven(deps, step, request), request);
  };
}

interface Step {
  readonly user: KnownUser;
  readonly newPhone: string;
  readonly proofToken: string;
  readonly purpose: 'change-phone' | 'recover-account';
  /** The new phone's code, where it was not checked before. */
  readonly code?: string;
  readonly agreed?: LoginDocuments;
}

async function moveProven(deps: AccountDeps, step: Step, request: CallRequest): Promise<Outcome> {
  const { core, sessions } = deps;
  const { user, newPhone, code } = step;
  const nowMs = core.clock.now();
  const ended: Buffer[] = [];
  try {
    const outcome = await core.database.transaction(async (query): Promise<Outcome> => {
      ended.length = 0;
      const subject = { phone: newPhone, purpose: 'new-phone' } as const;
      if (code !== undefined) {
        const check = await tryCode(core, query, { ...subject, code }, nowMs);
        if (check !== 'right') return { kind: 'code', check };
      }
      const sessionHash = request.session?.tokenHash ?? null;
      if (!(await isProven(deps, query, { ...step, sessionHash, sessionUserId: request.session?.user?.id ?? null })))
        return { kind: 'unproven' };
      if (code !== undefined) await useUpCodes(core, query, subject, nowMs);
      const changes = step.purpose === 'change-phone';
      const origin = changes ? null : originOf(request);
      const moved = await movePhone(deps, query, { user, newPhone, origin, keepSession: sessionHash });
      ended.push(...moved.ended);
      const { agreed } = step;
      if (agreed) await recordAgreements(query, moved.user, agreed.editionCode, agreed.documents, nowMs);
      const login = { user: moved.user, kind: changes ? 'phone-changed' : 'login-identity' } as const;
      return { kind: 'moved', user: moved.user, token: await beginSession(deps, query, login, request) };
    });
    for (const tokenHash of ended) sessions.forget(tokenHash);
    return outcome;
  } catch (error) {
    if (error instanceof PhoneTaken) return { kind: 'taken' };
    throw error;
  }
}

async function replyTo(deps: AccountDeps, outcome: Outcome, request: CallRequest): Promise<Reply<AccountViewValue>> {
  switch (outcome.kind) {
    case 'moved':
      return ok(await greet(deps, outcome, request));
    case 'code':
      return codeRefusal(outcome.check);
    case 'taken':
      return fail('phone-taken');
    case 'unproven':
      return fail('proof-required');
  }
}
