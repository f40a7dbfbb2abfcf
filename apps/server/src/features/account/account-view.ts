import type { AccountViewValue } from '@huimin/contract';
import { maskName, maskPhone } from '@huimin/domain/person';
import type { SessionUser } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { openIdOf } from './bindings-store.ts';
import { findUser } from './user-store.ts';

/** The account as its owner sees it, numbers masked. Throws when the user's row is gone. */
export async function accountView(deps: AccountDeps, user: SessionUser): Promise<AccountViewValue> {
  const { query } = deps.core.database;
  const [row, name, bound] = await Promise.all([
    findUser(query, user),
    deps.self.name(user),
    openIdOf(deps.core, query, user.id),
  ]);
  if (!row) throw new Error('a session names a user that does not exist');
  return {
    phoneMasked: maskPhone(deps.core.vault.open('phone', row.phoneSealed)),
    nameMasked: name === null ? null : maskName(name),
    regionCode: row.regionCode,
    wechatBound: bound !== null,
  };
}
