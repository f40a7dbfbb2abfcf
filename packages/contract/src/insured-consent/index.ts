export { answerConsent } from './answer-consent.ts';
export { askInsured } from './ask-insured.ts';
export { openConsent } from './open-consent.ts';
export { queryInsuredConsents } from './query-insured-consents.ts';
