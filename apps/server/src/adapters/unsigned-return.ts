import { formFields } from './form-fields.ts';

/**
 * For providers whose pages send the browser back without a signature: our number goes along in the address that they
 * are given. Whoever changes it only gets to the page that asks the server about another number.
 */
const PARAMETER = 'no';
const OUR_NUMBER = /^[0-9A-Za-z]{8,32}$/;

/** The address the provider's page sends the browser back to. */
export function returnAddress(returnUrl: string, merchantOrderNo: string): string {
  return `${returnUrl}?${PARAMETER}=${merchantOrderNo}`;
}

/** Our number in the query that the browser came back with, or null. */
export function returnedNumber(query: string): string | null {
  const value = formFields(query)?.[PARAMETER];
  return value !== undefined && OUR_NUMBER.test(value) ? value : null;
}
