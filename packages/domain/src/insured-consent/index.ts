export {
  INSURED_CONSENT_TABLE,
  type InsuredConsentEvent,
  type InsuredConsentStatus,
  insuredConsentLabel,
} from './consent-status.ts';
export { INSURED_CONSENT_VERSION, INSURED_CONSENT_WORDS } from './consent-words.ts';
export { type AskedPerson, MOST_ASKS, payerOf, whyNotAsked } from './who-is-asked.ts';
