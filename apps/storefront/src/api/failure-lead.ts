import type { CallFailure } from './client.ts';
import { NetworkFailure } from './network-failure.ts';

/** The second line of an `ErrorState`: the server's own sentence, where it says more than that the system is busy. */
export function failureLead(failure: CallFailure | NetworkFailure): string | undefined {
  return failure instanceof NetworkFailure || failure.name === 'server-busy' ? undefined : failure.message;
}
