import type { SandboxParts } from '../sandbox-parts.ts';
import { AccountError } from './account-error.ts';

const LIFE_MS = 7200 * 1000;
/** In its last five minutes a token is renewed, and for as long both are good. */
const OVERLAP_MS = 300 * 1000;
const FORCE_GAP_MS = 30 * 1000;
const FORCE_PER_DAY = 20;

type Token = { value: string; expiresAtMs: number };
export type Issued = { value: string; expiresInSeconds: number };

export type TokenBook = {
  /** The token of `stable_token`. */
  stable(forceRefresh: boolean): Issued;
  /** The token of `token`; the one before it dies at once. */
  plain(): Issued;
  /** Throws 40001 or 42001 when the token is not good. */
  check(token: string | null): void;
  ticket(): Issued;
  /** The good tickets, for checking a page's signature. */
  tickets(): string[];
  reset(): void;
};

/** Server tokens and JS-SDK tickets of the official account. */
export function createTokenBook({ clock, random }: SandboxParts): TokenBook {
  let stable: Token | undefined;
  let previousStable: Token | undefined;
  let plain: Token | undefined;
  let expired: string[] = [];
  let tickets: Token[] = [];
  let forcedAtMs: number[] = [];

  const make = (prefix: string, length: number): Token => ({
    value: `${prefix}${random.text(length)}`,
    expiresAtMs: clock.now() + LIFE_MS,
  });
  const issue = (token: Token): Issued => ({
    value: token.value,
    expiresInSeconds: Math.max(1, Math.floor((token.expiresAtMs - clock.now()) / 1000)),
  });
  const good = (token: Token | undefined): boolean => token !== undefined && token.expiresAtMs > clock.now();

  return {
    stable: (forceRefresh) => {
      const now = clock.now();
      if (forceRefresh) {
        forcedAtMs = forcedAtMs.filter((atMs) => atMs > now - 86_400_000);
        if (forcedAtMs.length >= FORCE_PER_DAY) throw new AccountError(45009, 'reach max api daily quota limit');
        if (forcedAtMs.some((atMs) => atMs > now - FORCE_GAP_MS))
          throw new AccountError(45011, 'api minute-quota reach limit, must slower');
        forcedAtMs.push(now);
        if (stable) expired.push(stable.value);
        previousStable = undefined;
        stable = make('80_', 133);
      } else if (stable === undefined || !good(stable)) {
        if (stable) expired.push(stable.value);
        stable = make('80_', 133);
      } else if (stable.expiresAtMs - now <= OVERLAP_MS) {
        previousStable = { value: stable.value, expiresAtMs: now + OVERLAP_MS };
        stable = make('80_', 133);
      }
      return issue(stable);
    },
    plain: () => {
      if (plain) expired.push(plain.value);
      plain = make('81_', 133);
      return issue(plain);
    },
    check: (token) => {
      if (!token) throw new AccountError(41001, 'access_token missing');
      const known = [stable, previousStable, plain].find((one) => one?.value === token);
      if (good(known)) return;
      if (known || expired.includes(token)) throw new AccountError(42001, 'access_token expired');
      throw new AccountError(40001, 'invalid credential, access_token is invalid or not latest');
    },
    ticket: () => {
      tickets = tickets.filter(good);
      let current = tickets.at(-1);
      if (!current || current.expiresAtMs - clock.now() <= OVERLAP_MS) {
        current = make('sM4AOVdWfPE4DxkXGEs8V', 65);
        tickets.push(current);
      }
      return issue(current);
    },
    tickets: () => tickets.filter(good).map((ticket) => ticket.value),
    reset: () => {
      stable = undefined;
      previousStable = undefined;
      plain = undefined;
      expired = [];
      tickets = [];
      forcedAtMs = [];
    },
  };
}
