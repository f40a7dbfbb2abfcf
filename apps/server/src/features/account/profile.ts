import type { Calls, ContactDataValue } from '@huimin/contract';
import { type ContactField, checkContact } from '@huimin/domain/account';
import type { Core } from '../../core.ts';
import { fail, type Handler, type InputProblem, ok, type SessionUser } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { recordEvent } from './account-events-store.ts';
import { accountView } from './account-view.ts';
import { hasAlipay } from './bindings-store.ts';
import { marketingOffAt } from './marketing.ts';
import { shownRequest } from './phone-change/phone-request-view.ts';
import { originOf } from './request-origin.ts';
import { findContact, saveContact } from './user-store.ts';

export function profile(deps: AccountDeps): Handler<Calls['profile']> {
  return async (_input, { user }) => {
    const [account, contact, alipayBound, phoneRequest, offAt] = await Promise.all([
      accountView(deps, user),
      contactOfAccount(deps.core, user),
      hasAlipay(deps.core.database.query, user.id),
      shownRequest(deps, user),
      marketingOffAt(deps.core.database.query, user.phoneIndex),
    ]);
    return ok({ ...account, contact, alipayBound, phoneRequest, marketingWanted: offAt === null });
  };
}

const FIELDS: readonly ContactField[] = ['nickname', 'email', 'address'];

/** Changes the fields that are given; an empty text removes one. */
export function updateProfile(deps: AccountDeps): Handler<Calls['updateProfile']> {
  const { core } = deps;
  return async (input, request) => {
    const changes: Partial<Record<ContactField, string | null>> = {};
    const problems: InputProblem[] = [];
    for (const field of FIELDS) {
      const text = input[field];
      if (text === undefined) continue;
      const check = checkContact(field, text);
      if (check.ok) changes[field] = check.value;
      else problems.push({ path: field, message: check.message });
    }
    if (problems.length > 0) return fail('bad-input', problems[0]?.message, { fields: problems });
    const before = await contactOfAccount(core, request.user);
    const contact = { ...before, ...changes };
    if (FIELDS.some((field) => contact[field] !== before[field])) {
      await core.database.transaction(async (query) => {
        await saveContact(query, request.user, core.vault.sealJson('contact', contact));
        await recordEvent(core, query, request.user, 'contact-changed', originOf(request));
      });
    }
    return ok(contact);
  };
}

/** What the account's owner has written down to be reached by. */
export async function contactOfAccount(
  core: Pick<Core, 'database' | 'vault'>,
  user: SessionUser,
): Promise<ContactDataValue> {
  const sealed = await findContact(core.database.query, user);
  if (!sealed) return { nickname: null, email: null, address: null };
  return core.vault.openJson<ContactDataValue>('contact', sealed);
}
