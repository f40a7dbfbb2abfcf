import { type Calls, calls, type InputOf } from '@huimin/contract';

type SentEvent = InputOf<Calls['reportClientEvent']>['events'][number];

/** An event as it may be counted and logged: known words and bounded numbers only. */
export interface ClientEvent {
  readonly kind: SentEvent['kind'];
  /** Name of a call of the contract, or `other`. */
  readonly call: string;
  readonly code: string | null;
  /** Milliseconds. */
  readonly durationMs: number | null;
  readonly route: string | null;
  readonly release: string | null;
}

const CODE = /^[0-9A-Za-z-]{1,12}$/;
/** No digits: an address with a number in it could be somebody's. */
const ROUTE = /^\/[A-Za-z_/-]{0,59}$/;
const RELEASE = /^[\w.+-]{1,40}$/;
const MAX_DURATION_MS = 600_000;

/**
 * Whatever a browser sends, nothing personal and no endless variety of names gets into logs and metrics: a text that
 * is not of the expected form is dropped, a long run of digits is no reply code.
 */
export function cleanEvent(sent: SentEvent): ClientEvent {
  return {
    kind: sent.kind,
    call: Object.hasOwn(calls, sent.call) ? sent.call : 'other',
    code: matching(sent.code, CODE, /\d{7}/),
    durationMs: sent.durationMs === undefined ? null : Math.min(sent.durationMs, MAX_DURATION_MS),
    route: matching(sent.route, ROUTE),
    release: matching(sent.release, RELEASE, /\d{11}/),
  };
}

function matching(text: string | undefined, wanted: RegExp, unwanted?: RegExp): string | null {
  return text !== undefined && wanted.test(text) && !unwanted?.test(text) ? text : null;
}
