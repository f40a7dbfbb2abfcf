import type { Query } from '../../db/database.ts';
import { ok, type Reply, type SessionUser } from '../../http/handler.ts';
import { accountPhone, checkCode, codeRefusal } from '../account/index.ts';
import type { RightsDependencies } from './rights-deps.ts';

/** Whether the code that was sent to the account's phone is the one that was typed. */
export async function proven(
  deps: RightsDependencies,
  query: Query,
  user: SessionUser,
  code: string,
): Promise<Reply<null>> {
  const phone = await accountPhone(deps, user);
  const check = await checkCode(deps, query, { phone, purpose: 'own-data', code }, deps.clock.now());
  return check === 'right' ? ok(null) : codeRefusal(check);
}
