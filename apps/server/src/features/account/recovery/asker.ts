import { type CallRequest, fail, type Reply } from '../../../http/handler.ts';
import type { AccountDeps } from '../account-deps.ts';
import { findByIds, type KnownUser } from '../user-store.ts';
import { openRecovery, type Recovery } from './recovery-token.ts';

export interface Asker {
  readonly user: KnownUser;
  /** Null for somebody who is logged in. */
  readonly recovery: Recovery | null;
}

interface Given {
  readonly recoveryToken?: string | undefined;
  readonly account?: number | undefined;
}

export const RECOVERY_OVER = '核对已过期，请重新用身份证登录';

/** Whose account a step is about: the one that is logged in, or the chosen one of an identity login. */
export async function askerOf(
  deps: AccountDeps,
  given: Given,
  request: Pick<CallRequest, 'session'>,
): Promise<Reply<never> | { readonly ok: true; readonly value: Asker }> {
  const { query } = deps.core.database;
  if (given.recoveryToken !== undefined) {
    const recovery = openRecovery(deps.core, request.session, given.recoveryToken);
    const id = recovery?.accountIds[given.account ?? 0];
    const [user] = id === undefined ? [] : await findByIds(query, [id]);
    return recovery && user ? { ok: true, value: { user, recovery } } : fail('proof-required', RECOVERY_OVER);
  }
  const own = request.session?.user;
  const [user] = own ? await findByIds(query, [own.id]) : [];
  return user ? { ok: true, value: { user, recovery: null } } : fail('not-logged-in');
}
