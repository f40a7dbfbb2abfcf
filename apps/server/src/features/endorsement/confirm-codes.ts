import type { Query } from '../../db/database.ts';
import { ok, type Reply } from '../../http/handler.ts';
import { checkCode, codeRefusal } from '../account/index.ts';
import type { ChangeDependencies } from './change-deps.ts';

interface GivenCode {
  readonly phone: string;
  readonly purpose: 'change' | 'change-contact';
  readonly code: string;
}

/** Going back to it makes codes good again that were right. */
export const CODES_SAVEPOINT = 'codes';

/**
 * Tries codes one after the other: all right, and they are used up; one wrong, and only that one has been tried, so that
 * the others need not be sent again.
 */
export async function confirmCodes(
  deps: ChangeDependencies,
  query: Query,
  codes: readonly GivenCode[],
): Promise<Reply<null>> {
  const nowMs = deps.clock.now();
  await query(`savepoint ${CODES_SAVEPOINT}`);
  for (const given of codes) {
    const check = await checkCode(deps, query, given, nowMs);
    if (check === 'right') continue;
    await query(`rollback to savepoint ${CODES_SAVEPOINT}`);
    // Once more, so that the wrong try counts.
    await checkCode(deps, query, given, nowMs);
    const refusal = codeRefusal(check);
    const field = given.purpose === 'change' ? 'code' : 'newPhoneCode';
    return refusal.ok ? refusal : { ...refusal, details: { field } };
  }
  return ok(null);
}
