const ATTEMPTS_KEY = 'huimin-authorisation-attempts';
/** After so many round trips in so long a time the app goes on without authorisation. */
export const MAX_ATTEMPTS = 2;
export const ATTEMPT_WINDOW_MS = 5 * 60_000;

export interface WechatGuardParts {
  /** Whether the container can authorise at all. */
  canAuthorise: boolean;
  /** The call: rejects or answers null when it cannot be known. */
  ask: (state: string) => Promise<{ authorised: boolean; authorisationUrl: string | null } | null>;
  /** The whole present address; the server stores it and comes back to it. */
  address: () => string;
  leaveFor: (url: string) => void;
  /** Whether the person has done anything on a screen that is shown already. */
  hasActed: () => boolean;
  storage: Pick<Storage, 'getItem' | 'setItem'> | null;
  clock: { now(): number };
}

/**
 * The check before a screen that needs the messaging app's authorisation. Resolves with false when the browser is on its
 * way to the authorisation page. What cannot be known or does not work stops nobody: paying asks again by itself. Nor is
 * anybody taken away from a screen that they have begun to use: the next screen that needs it asks.
 */
export function createWechatGuard(
  parts: WechatGuardParts,
): (route: { wxAuth?: true }, isShown: boolean) => Promise<boolean> {
  let authorised = false;
  // Just asked: a second time in a row would be rude, and a preview page has nobody to ask. The page begins with the word
  // and takes it out of the address once it is told, which may be before the first check; it holds while this page does.
  const isAnswer = () => /[?&]wxauth=(refused|preview)/.test(parts.address());
  let justAnswered = isAnswer();

  function recentAttempts(): number[] {
    try {
      const kept: unknown = JSON.parse(parts.storage?.getItem(ATTEMPTS_KEY) ?? '[]');
      const since = parts.clock.now() - ATTEMPT_WINDOW_MS;
      return Array.isArray(kept) ? kept.filter((at) => typeof at === 'number' && at > since) : [];
    } catch {
      return [];
    }
  }

  /** False when the attempt cannot be written down: without that, nothing would end a loop. */
  function noteAttempt(before: number[]): boolean {
    try {
      if (!parts.storage) return false;
      parts.storage.setItem(ATTEMPTS_KEY, JSON.stringify([...before, parts.clock.now()]));
      return true;
    } catch {
      return false;
    }
  }

  return async (route, isShown) => {
    if (!route.wxAuth || !parts.canAuthorise || authorised) return true;
    justAnswered ||= isAnswer();
    if (justAnswered) return true;
    const attempts = recentAttempts();
    if (attempts.length >= MAX_ATTEMPTS) return true;
    const answer = await parts.ask(parts.address()).catch(() => null);
    authorised = answer?.authorised === true;
    if (!answer || answer.authorised || !answer.authorisationUrl) return true;
    if (isShown && parts.hasActed()) return true;
    if (!noteAttempt(attempts)) return true;
    parts.leaveFor(answer.authorisationUrl);
    return false;
  };
}
