import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { browserStorage } from '../../channel/browser-storage.ts';
import { takeReturnAddress, useNavigation, useQuery } from '../../context/index.ts';
import { INSTEAD_OF_SCREEN } from '../../features/account/login-address.ts';
import { rememberLogin } from '../../features/account/login-memory.ts';
import { readChosenRegion, rememberChosenRegion } from '../../features/region/chosen-region.ts';
import { discardKept } from './leave-account.ts';

interface Account {
  readonly phoneMasked: string;
  readonly regionCode: string | null;
}

/**
 * After a login of whatever kind: this browser knows whose it is, nothing of another account stays, and the person is back
 * where they were asked to log in. `home`: where they go when nobody asked.
 */
export function useWelcome(home = '/index'): (account: Account, options?: { replace?: boolean }) => void {
  const { navigate, goBack } = useNavigation();
  const insteadOfScreen = useQuery().has(INSTEAD_OF_SCREEN);
  const [saveRegion] = useAction(calls.saveMedicalInsuranceRegion, { quietFailure: true, overlay: false });
  return (account, { replace = false } = {}) => {
    // Where the person goes on is what they were asked to log in for, whoever was here before.
    const kept = takeReturnAddress(browserStorage('sessionStorage'));
    if (rememberLogin(account.phoneMasked).otherAccountBefore) void discardKept();
    // Chosen before the login, and not by another account: that one's place would become this one's.
    const region = readChosenRegion();
    if (region === null && account.regionCode !== null) rememberChosenRegion(account.regionCode);
    else if (region !== null && region !== account.regionCode) void saveRegion({ regionCode: region });
    const returnTo = kept === '/index' ? home : kept;
    // A screen that sent the person here without staying behind is put back in its place. Otherwise it is one step back.
    if (insteadOfScreen || replace || (home !== '/index' && returnTo === home)) navigate(returnTo, { replace: true });
    else goBack(returnTo);
  };
}
