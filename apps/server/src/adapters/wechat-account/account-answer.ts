import type { ExchangeAnswer } from '../http-exchange.ts';

/** Errors come with status 200 and an errcode; sns answers have none when they succeed, cgi-bin answers have 0. */
export type AccountAnswer =
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'error'; readonly errcode: number }
  | { readonly kind: 'no-answer'; readonly message: string };

export function readAccountAnswer(answer: ExchangeAnswer): AccountAnswer {
  let fields: unknown;
  try {
    fields = JSON.parse(answer.body.toString('utf8'));
  } catch {
    fields = null;
  }
  if (answer.status !== 200 || typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    return { kind: 'no-answer', message: `answer with status ${answer.status} is not one of the platform's` };
  }
  const { errcode } = fields as { errcode?: unknown };
  if (errcode !== undefined && errcode !== 0) return { kind: 'error', errcode: Number(errcode) };
  return { kind: 'fields', fields: fields as Record<string, unknown> };
}

/** The day's calls are used up, or too many came in a minute: asked again only after so long. */
export const QUOTA_HOLD_MS: ReadonlyMap<number, number> = new Map([
  [45009, 10 * 60_000],
  [45011, 60_000],
]);

/** "System busy": nothing was done, the same call may be made again. */
export const SYSTEM_BUSY = -1;
/** Credential invalid or expired: a new one, once. */
export const STALE_CREDENTIAL: ReadonlySet<number> = new Set([40001, 40014, 42001]);
/** Code invalid, or used already. */
export const CODE_REFUSED: ReadonlySet<number> = new Set([40029, 40163]);
/**
 * What only an operator can mend: application number, secret (also where a fresh token is refused), the servers' addresses in the
 * allow-list, a day's calls that are used up.
 */
export const OPERATORS_FAULTS: ReadonlySet<number> = new Set([
  ...[40001, 40013, 40125, 40164, 40243, 41002, 41004, 45009],
]);
