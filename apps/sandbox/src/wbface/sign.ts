import { createHash } from 'node:crypto';

/** The values, sorted by code unit and joined without anything between. */
export function signText(values: readonly string[]): string {
  return [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join('');
}

/** Upper-case hex SHA-1 of the sorted values; compared without regard to case. */
export function wbfaceSign(values: readonly string[]): string {
  return createHash('sha1').update(signText(values), 'utf8').digest('hex').toUpperCase();
}
