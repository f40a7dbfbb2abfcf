import type { PublicNumbers } from '../../../security/public-numbers.ts';

const PREFIX = 'A';

/** What the bureau knows a wish for permission by: 22 letters and digits that lead back to its row. */
export function askNoOf(numbers: PublicNumbers, id: bigint): string {
  return `${PREFIX}${numbers.orderNo(id)}`;
}

/** The row's id in such a number; null when it is none. */
export function askIdOf(numbers: PublicNumbers, askNo: string): bigint | null {
  return askNo.startsWith(PREFIX) ? numbers.orderId(askNo.slice(PREFIX.length)) : null;
}
