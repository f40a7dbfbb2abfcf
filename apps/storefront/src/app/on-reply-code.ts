import type { CallFailure } from '../api/client.ts';
import type { NetworkFailure } from '../api/network-failure.ts';

export interface ReplyCodeParts {
  /** The present address as it stands. */
  address: () => string;
  navigate: (to: string) => void;
  /** Fetches what asks in the middle of the screen. */
  loadDialog: () => Promise<(question: Question) => Promise<boolean>>;
  toast: (message: string) => void;
  /** Says why no reply came, and what to do. */
  toastFailure: (failure: NetworkFailure) => void;
  /** Keeps where the person was, so that login can bring them back. */
  keepReturnAddress: () => void;
  /** Which screen the person is on or on the way to (`Navigation`). */
  place: () => number;
}

type Question = { title: string; body: string; confirm: string; cancel: string };

/** What the person sees for each reply code and for a call without a reply (specification, section 8). */
export function createReplyCodeHandling(parts: ReplyCodeParts) {
  let asking = false;
  /** What was asked for a screen that the person has left by now says nothing of the one they are on. */
  const isLeft = (place: number) => place > 0 && place !== parts.place();

  let wantedBy = 0;

  async function askToLogIn(place: number): Promise<void> {
    wantedBy = place;
    // Several calls of one screen fail together; one question is enough.
    if (asking) return;
    asking = true;
    try {
      const confirmDialog = await parts.loadDialog();
      if (isLeft(wantedBy)) return;
      const goes = await confirmDialog({
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
    onReplyCode(
      { code, message }: Pick<CallFailure, 'code' | 'message'>,
      { quiet, place }: { quiet: boolean; place: number },
    ): void {
      const said = String(code);
      if (said !== '300001' && said !== '400001') {
        if (!quiet) parts.toast(message);
      } else if (!isLeft(place)) {
        if (said === '300001') parts.navigate('/noSale');
        else void askToLogIn(place);
      }
    },
    onNetworkFailure(failure: NetworkFailure, { quiet }: { quiet: boolean }): void {
      if (!quiet) parts.toastFailure(failure);
    },
  };
}
