import { cookieOf, type SandboxRequest } from '../http/router.ts';
import type { SandboxUser, UserBook } from './user-book.ts';

export const USER_COOKIE = 'sbx_user';

/** The person this browser plays: chosen on the user page, otherwise the first one. */
export function currentUser(request: SandboxRequest, users: UserBook): SandboxUser | undefined {
  return users.find(cookieOf(request, USER_COOKIE) ?? '') ?? users.list()[0];
}
