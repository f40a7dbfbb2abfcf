import type { PlaceInLineValue } from '@huimin/contract';
import { fail, type Reply } from '../../http/handler.ts';
import type { PurchaseLine } from './purchase-line.ts';

/** Does the work when it is this one's turn; until then the reply is a place in line. */
export async function inTurn<T>(
  line: PurchaseLine,
  who: { readonly id: bigint; readonly ticket: string | undefined },
  work: () => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const admission = line.enter(who.id, who.ticket ?? null);
  if ('place' in admission) return fail('in-line', undefined, admission.place satisfies PlaceInLineValue);
  try {
    return await work();
  } finally {
    admission.leave();
  }
}
