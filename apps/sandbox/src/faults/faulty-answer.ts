import { type Answer, html, type SandboxRequest } from '../http/router.ts';
import type { FaultBook, FaultMatch, FaultProvider } from './fault-book.ts';
import { AFTER_KINDS, BEFORE_KINDS } from './fault-kinds.ts';

export type FaultyCall = {
  faults: FaultBook;
  provider: FaultProvider;
  call: string;
  match: FaultMatch;
  /** The provider's own "busy" and "too often" answers. */
  busy: () => Answer;
  rateLimited: () => Answer;
};

/**
 * Runs `act` and returns its answer, unless a fault is ordered for this call. `finish` (signing) is applied to every
 * answer that the provider itself would have produced; what a broken proxy produces stays unsigned.
 */
export async function answerWithFaults(
  request: SandboxRequest,
  call: FaultyCall,
  act: () => Answer | Promise<Answer>,
  finish: (answer: Answer) => Answer = (answer) => answer,
): Promise<Answer> {
  const before = call.faults.take(call.provider, call.call, BEFORE_KINDS, call.match);
  if (before) {
    request.note({ reason: `fault ${before.kind}` });
    switch (before.kind) {
      case 'timeout_before':
        return { status: 0, delivery: 'never' };
      case 'http_500':
        return { status: 500, headers: { 'content-type': 'text/plain' }, body: 'Internal Server Error' };
      case 'http_502_html':
        return html(
          502,
          '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
        );
      case 'rate_limit':
        return finish(call.rateLimited());
      default:
        return finish(call.busy());
    }
  }

  const answer = await act();
  const after = call.faults.take(call.provider, call.call, AFTER_KINDS, call.match);
  if (!after) return finish(answer);
  request.note({ reason: `fault ${after.kind}` });
  const whole = finish(answer);
  const body = Buffer.from(whole.body ?? '');
  switch (after.kind) {
    case 'truncated':
      return { ...whole, body: body.subarray(0, Math.floor(body.length / 2)) };
    case 'not_json':
      return { ...whole, body: '<!doctype html><title>OK</title><p>OK' };
    case 'wrong_charset':
      // UTF-16 bytes under a UTF-8 label: what a misconfigured proxy makes of the answer.
      return { ...whole, body: Buffer.from(body.toString('utf8'), 'utf16le') };
    default:
      return after.args?.reset === true ? { status: 0, delivery: 'reset' } : { status: 0, delivery: 'never' };
  }
}
