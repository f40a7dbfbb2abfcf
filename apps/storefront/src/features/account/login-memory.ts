import { browserStorage } from '../../channel/browser-storage.ts';

/**
 * What this browser remembers about being logged in. The session itself is a cookie that no script can read; this only
 * tells whether asking the server is worth it, and whether somebody else logs in on the same phone.
 */
const ACCOUNT_KEY = 'huimin-account';

type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** For browsers that refuse storage: the memory lasts as long as the page. */
let unsaved: string | null = null;

/** Whether it is certain, without asking the server, that nobody is logged in here. */
export function isKnownLoggedOut(storage: KeyStorage | null = browserStorage('localStorage')): boolean {
  try {
    return storage !== null && unsaved === null && storage.getItem(ACCOUNT_KEY) === null;
  } catch {
    return false;
  }
}

/** The masked phone of the last login in this browser, or null after logout or none. The session may have ended since. */
export function rememberedAccount(storage: KeyStorage | null = browserStorage('localStorage')): string | null {
  try {
    return storage?.getItem(ACCOUNT_KEY) ?? unsaved;
  } catch {
    return unsaved;
  }
}

/** Notes a login. True when the browser was used by another account before: then nothing of that one may stay. */
export function rememberLogin(
  phoneMasked: string,
  storage: KeyStorage | null = browserStorage('localStorage'),
): { otherAccountBefore: boolean } {
  const before = rememberedAccount(storage);
  unsaved = phoneMasked;
  try {
    storage?.setItem(ACCOUNT_KEY, phoneMasked);
  } catch {
    // Refused or full: the next visit asks the server.
  }
  return { otherAccountBefore: before !== null && before !== phoneMasked };
}

/** Notes a logout: the memory of the account and of what was typed on the login page. */
export function forgetLogin(
  local: KeyStorage | null = browserStorage('localStorage'),
  session: KeyStorage | null = browserStorage('sessionStorage'),
): void {
  unsaved = null;
  for (const [storage, key] of [
    [local, ACCOUNT_KEY],
    [session, FORM_KEY],
  ] as const) {
    try {
      storage?.removeItem(key);
    } catch {
      // Nothing was kept then.
    }
  }
}

const FORM_KEY = 'huimin-login';

/** The login page as it was left, for a page that was reloaded while the person looked at the text message. */
export interface LoginForm {
  /** Figures only. */
  readonly phone: string;
  readonly sent: SmsSent | null;
}

/** The last text message asked for. */
export interface SmsSent {
  readonly phone: string;
  /** Moment from which another may be asked for, this phone's clock, ms. */
  readonly resendAtMs: number;
  /** Null while it is not certain that it was sent. */
  readonly validMinutes: number | null;
}

const EMPTY_FORM: LoginForm = { phone: '', sent: null };
/** No wait is longer than this; a stored one that is comes from a clock that was changed. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** Whole seconds until another message may be sent to `phone`; 0 when at once. Another phone need not wait. */
export function resendWaitS(sent: SmsSent | null, phone: string, nowMs: number): number {
  if (sent === null || sent.phone !== phone) return 0;
  const leftMs = sent.resendAtMs - nowMs;
  return leftMs > LONGEST_WAIT_MS ? 0 : Math.max(0, Math.ceil(leftMs / 1000));
}

/** Session storage only: it ends with the tab. */
export function keptLoginForm(storage: KeyStorage | null = browserStorage('sessionStorage')): LoginForm {
  try {
    const value = JSON.parse(storage?.getItem(FORM_KEY) ?? 'null') as Partial<LoginForm> | null;
    if (typeof value?.phone !== 'string') return EMPTY_FORM;
    const sent = value.sent;
    const isSent = typeof sent?.phone === 'string' && typeof sent.resendAtMs === 'number';
    return { phone: value.phone, sent: isSent ? { ...sent, validMinutes: sent.validMinutes ?? null } : null };
  } catch {
    return EMPTY_FORM;
  }
}

export function keepLoginForm(form: LoginForm, storage: KeyStorage | null = browserStorage('sessionStorage')): void {
  try {
    storage?.setItem(FORM_KEY, JSON.stringify(form));
  } catch {
    // The form then lasts as long as the page.
  }
}
