import { createHash } from 'node:crypto';

/** The values, sorted by code unit and joined without anything between. */
export function wbfaceSignText(values: readonly string[]): string {
  return [...values].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0)).join('');
}

/** Upper-case hex SHA-1 of the sorted values, a ticket among them. */
export function wbfaceSign(values: readonly string[]): string {
  return createHash('sha1').update(wbfaceSignText(values), 'utf8').digest('hex').toUpperCase();
}
