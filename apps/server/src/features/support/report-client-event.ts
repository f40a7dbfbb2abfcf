import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { cleanEvent } from './client-event.ts';
import type { SupportDependencies } from './support-deps.ts';

const ADDRESS_RULE: RateRule = { name: 'client-event-address', limit: 60, windowMs: 60_000 };

/** Counts and logs what clients saw go wrong. */
export function reportClientEvent(deps: SupportDependencies): Handler<Calls['reportClientEvent']> {
  return async (input, request) => {
    if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return fail('too-many-requests');
    for (const event of input.events.map(cleanEvent)) {
      deps.countClientEvent(event.kind, event.call);
      deps.log.info({ clientEvent: event }, 'client event');
    }
    return ok({});
  };
}
