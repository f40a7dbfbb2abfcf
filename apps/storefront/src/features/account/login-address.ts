/** Set in the login screen's address when it took the place of the screen that needs the login. */
export const INSTEAD_OF_SCREEN = 'instead';

/** The login's screen: the user login where the present address has `user` in it (specification, section 6). */
export function loginRoute(address: string = location.href): '/login' | '/user_login' {
  return address.includes('user') ? '/user_login' : '/login';
}

/** The login screen, for a screen that gives way to it. Keep the screen's address before going there. */
export function loginInstead(): string {
  return `${loginRoute()}?${INSTEAD_OF_SCREEN}=1`;
}
