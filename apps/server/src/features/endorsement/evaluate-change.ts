import { type ChangeDecision, decideChange, measureCorrection } from '@huimin/domain/endorsement';
import { type Carried, touchesIdentity } from './apply-change.ts';

/** How a change goes on at this moment. */
export function evaluate({ context, items, before, after }: Carried, isProven: boolean): ChangeDecision {
  const correction = touchesIdentity(items) ? measureCorrection(before, after) : null;
  return decideChange({ fields: items.map(({ field }) => field), correction, isProven }, context.phase);
}
