import type { AccountViewValue } from '@huimin/contract';
import { maskName, maskPhone } from '@huimin/domain/person';
import type { SessionUser } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { findUser } from './user-store.ts';

/** The account as its owner sees it, numbers masked. Throws when the user's row is gone. */
export async function accountView(
  deps: AccountDeps,
  user: SessionUser,
  openId: string | null,
): Promise<AccountViewValue> {
  const [row, name] = await Promise.all([findUser(deps.core.database.query, user), deps.selfName(user)]);
  if (!row) throw new Error('a session names a user that does not exist');
  return {
    phoneMasked: maskPhone(deps.core.vault.open('phone', row.phoneSealed)),
    nameMasked: name === null ? null : maskName(name),
    regionCode: row.regionCode,
    wechatBound: openId !== null,
  };
}
