import type { Calls, OutputOf } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import type { SessionUser } from '../../http/handler.ts';
import { HELD, type HeldDependencies } from './held/index.ts';

export type Copy = Omit<OutputOf<Calls['exportOwnData']>, 'page'>;

/** Everything that is held about an account's owner, read one after another: nobody waits for it. */
export async function wholeCopy(deps: HeldDependencies, user: SessionUser): Promise<Copy> {
  const parts: Copy['parts'] = [];
  for (const { what, why, leftOut, rows } of HELD) {
    parts.push({ what, why, leftOut: leftOut ?? null, rows: (await rows(deps, user)).map((row) => ({ ...row })) });
  }
  return { madeAt: formatDateTime(deps.clock.now()), parts };
}
