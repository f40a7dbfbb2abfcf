import type { PublicNumbers } from '../../security/public-numbers.ts';

/** Our number of an order's n-th contract: 24 letters and digits that nobody can guess, leading back to the order. */
export function contractCode(numbers: PublicNumbers, orderId: bigint, number: number): string {
  return `K${numbers.merchantOrderNo(orderId, number)}`;
}

const ID_BITS = 59n;

/** Order and number inside, or null when the text is no such code. */
export function contractOf(numbers: PublicNumbers, code: string): { orderId: bigint; number: number } | null {
  const at = code.startsWith('K') ? numbers.attemptOf(code.slice(1)) : null;
  // A made-up code may lead to what no order has: such a number does not fit the database.
  const isOurs = at !== null && at.attemptNo >= 1 && at.attemptNo <= 15 && at.orderId >> ID_BITS === 0n;
  return isOurs ? { orderId: at.orderId, number: at.attemptNo } : null;
}
