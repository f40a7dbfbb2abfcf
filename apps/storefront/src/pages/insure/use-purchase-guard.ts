import { useEffect } from 'react';
import { browserStorage } from '../../channel/browser-storage.ts';
import { keepReturnAddress, useNavigation, useOpenFlow } from '../../context/index.ts';
import { loginInstead } from '../../features/account/login-address.ts';
import { isKnownLoggedOut } from '../../features/account/login-memory.ts';

/**
 * What every purchase page needs: an open way to buy (`sale: false` where people are only kept) and somebody logged in.
 * Leaves for the page that helps otherwise, also when the sale closes or stops while the page is open. Only the server
 * knows whether a session has ended; then its calls say so.
 */
export function usePurchaseGuard({ sale = true }: { sale?: boolean } = {}): boolean {
  const { navigate } = useNavigation();
  const open = useOpenFlow() !== null;
  const onSale = open || !sale;
  const loggedOut = isKnownLoggedOut();
  useEffect(() => {
    if (!onSale) navigate('/noSale', { replace: true });
    else if (loggedOut) {
      keepReturnAddress(browserStorage('sessionStorage'), location.hash);
      navigate(loginInstead(), { replace: true });
    }
  }, [onSale, loggedOut, navigate]);
  return onSale && !loggedOut;
}
