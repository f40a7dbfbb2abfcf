import type { CallFailure } from '../api/client.ts';
import type { NetworkFailure } from '../api/network-failure.ts';

export interface ReplyCodeParts {
  /** The present address as it stands. */
  address: () => string;
  navigate: (to: string) => void;
  confirmDialog: (question: { title: string; body: string; confirm: string; cancel: string }) => Promise<boolean>;
  toast: (message: string) => void;
  /** Says why no reply came, and what to do. */
  toastFailure: (failure: NetworkFailure) => void;
  /** Keeps where the person was, so that login can bring them back. */
  keepReturnAddress: () => void;
}

/** What the person sees for each reply code and for a call without a reply (specification, section 8). */
export function createReplyCodeHandling(parts: ReplyCodeParts) {
  let asking = false;

  async function askToLogIn(): Promise<void> {
    // Several calls of one screen fail together; one question is enough.
    if (asking) return;
    asking = true;
    try {
      const goes = await parts.confirmDialog({
        title: '温馨提示',
        body: '未登录，请重新登录',
        confirm: '去登录',
        cancel: '取消',
      });
      if (!goes) return;
      parts.keepReturnAddress();
      parts.navigate(parts.address().includes('user') ? '/user_login' : '/login');
    } finally {
      asking = false;
    }
  }

  return {
    onReplyCode(failure: Pick<CallFailure, 'code' | 'message'>, { quiet }: { quiet: boolean }): void {
      if (String(failure.code) === '300001') parts.navigate('/noSale');
      else if (String(failure.code) === '400001') void askToLogIn();
      else if (!quiet) parts.toast(failure.message);
    },
    onNetworkFailure(failure: NetworkFailure, { quiet }: { quiet: boolean }): void {
      if (!quiet) parts.toastFailure(failure);
    },
  };
}
