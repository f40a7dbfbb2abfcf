import { keepReturnAddress } from '../context/return-address.ts';
import { loginRoute } from '../features/account/login-address.ts';
import { confirmDialog } from '../ui/dialog.tsx';

export interface LoginQuestion {
  /** Whether it is still to be asked: fetching this took its time. */
  readonly isWanted: () => boolean;
  readonly navigate: (to: string) => void;
  /** Keeps where the person was, so that login can bring them back. */
  readonly storage: Parameters<typeof keepReturnAddress>[0];
}

/** Asks whoever has been logged out whether to log in again (specification, section 8). */
export async function askToLogIn({ isWanted, navigate, storage }: LoginQuestion): Promise<void> {
  if (!isWanted()) return;
  const goes = await confirmDialog({
    title: '温馨提示',
    body: '未登录，请重新登录',
    confirm: '去登录',
    cancel: '取消',
  });
  if (!goes) return;
  keepReturnAddress(storage, location.hash);
  navigate(loginRoute());
}
