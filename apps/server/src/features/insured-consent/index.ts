import type { HandlerTable } from '../../http/handler.ts';
import { answerConsent, openConsent } from './answer-consent.ts';
import { askInsured, queryInsuredConsents } from './ask-insured.ts';
import type { ConsentDependencies } from './consent-deps.ts';
import { askDueInsured, endUnansweredAsks } from './send-asks.ts';

export type { ConsentDependencies } from './consent-deps.ts';
export { consentsOfOrder } from './consent-store.ts';
export { tellConsents } from './send-asks.ts';

/** The calls of this topic, by name. */
export function consentHandlers(deps: ConsentDependencies) {
  return {
    queryInsuredConsents: queryInsuredConsents(deps),
    askInsured: askInsured(deps),
    openConsent: openConsent(deps),
    answerConsent: answerConsent(deps),
  } satisfies HandlerTable;
}

/** What goes on without a request: people are asked, and who has not answered in time is noted. */
export function consentJobs(deps: ConsentDependencies) {
  return [
    { name: 'insured-asks', everyMs: 2_000, run: () => askDueInsured(deps) },
    { name: 'insured-asks-ended', everyMs: 60_000, run: () => endUnansweredAsks(deps) },
  ];
}
