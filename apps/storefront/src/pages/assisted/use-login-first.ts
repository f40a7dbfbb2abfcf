import { useEffect } from 'react';
import { browserStorage } from '../../channel/browser-storage.ts';
import { keepReturnAddress, useNavigation } from '../../context/index.ts';
import { loginInstead } from '../../features/account/login-address.ts';
import { isKnownLoggedOut } from '../../features/account/login-memory.ts';

/** Gives way to the login where it is certain that nobody is logged in; this screen comes back afterwards. */
export function useLoginFirst(): boolean {
  const { navigate } = useNavigation();
  const loggedOut = isKnownLoggedOut();
  useEffect(() => {
    if (!loggedOut) return;
    keepReturnAddress(browserStorage('sessionStorage'), location.hash);
    navigate(loginInstead(), { replace: true });
  }, [loggedOut, navigate]);
  return !loggedOut;
}
