import type { Log } from '../ports/outside.ts';
import type { ExchangeAnswer } from './http-exchange.ts';

/**
 * Notes a call that a cloud did not take, with the id by which its support finds it. No message of theirs is noted: it may
 * repeat what was asked.
 */
export function logCloudRefusal(
  log: Log,
  action: string,
  answer: ExchangeAnswer,
  told: { readonly code: unknown; readonly requestId: unknown },
): void {
  const [code, providerRequestId] = [told.code, told.requestId].map((value) =>
    typeof value === 'string' ? value.slice(0, 100) : null,
  );
  log.info({ action, status: answer.status, code, providerRequestId }, 'a cloud refused a call');
}
