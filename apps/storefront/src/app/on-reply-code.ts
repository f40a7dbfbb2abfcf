import type { CallFailure } from '../api/client.ts';
import type { NetworkFailure } from '../api/network-failure.ts';

export interface ReplyCodeParts {
  navigate: (to: string) => void;
  /** Fetches the question and asks it, if it is still wanted then; resolves when it is answered. */
  askToLogIn: (isWanted: () => boolean) => Promise<void>;
  /** What is sold has changed since it was asked for. */
  askProduct: () => void;
  toast: (message: string) => void;
  /** Says why no reply came, and what to do. */
  toastFailure: (failure: NetworkFailure) => void;
  /** Which screen the person is on or on the way to (`Navigation`). */
  place: () => number;
}

/** What the person sees for each reply code and for a call without a reply (specification, section 8). */
export function createReplyCodeHandling(parts: ReplyCodeParts) {
  let asking = false;
  let askedBy = 0;
  /** What was found out for a screen that the person has left by now says nothing of the one they are on. */
  const isHere = (place: number) => place === parts.place();

  async function askToLogIn(place: number): Promise<void> {
    askedBy = place;
    // Several calls of one screen fail together; one question is enough.
    if (asking) return;
    asking = true;
    try {
      await parts.askToLogIn(() => isHere(askedBy));
    } finally {
      asking = false;
    }
  }

  return {
    onReplyCode(
      { code, message }: Pick<CallFailure, 'code' | 'message'>,
      { quiet, place }: { quiet: boolean; place: number },
    ): void {
      const isLogin = String(code) === '400001';
      if (!isLogin && String(code) !== '300001') {
        if (!quiet) parts.toast(message);
      } else if (isHere(place)) {
        if (isLogin) void askToLogIn(place);
        else {
          parts.askProduct();
          parts.navigate('/noSale');
        }
      }
    },
    onNetworkFailure(failure: NetworkFailure, { quiet }: { quiet: boolean }): void {
      if (!quiet) parts.toastFailure(failure);
    },
  };
}
