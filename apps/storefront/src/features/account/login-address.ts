/** Set in the login screen's address when it took the place of the screen that needs the login. */
export const INSTEAD_OF_SCREEN = 'instead';

/** The login screen, for a screen that gives way to it. Keep the screen's address before going there. */
export const LOGIN_INSTEAD = `/login?${INSTEAD_OF_SCREEN}=1`;
