import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { findUser } from './user-store.ts';

/**
 * The phone verified at login, 11 digits: the policyholder's phone of an order. Throws when the user is gone.
 * @param query a transaction's own where there is one: it must not wait for a second connection
 */
export async function accountPhone(
  core: Pick<Core, 'database' | 'vault'>,
  user: SessionUser,
  query: Query = core.database.query,
): Promise<string> {
  const row = await findUser(query, user);
  if (!row) throw new Error('a session names a user that does not exist');
  return core.vault.open('phone', row.phoneSealed);
}
