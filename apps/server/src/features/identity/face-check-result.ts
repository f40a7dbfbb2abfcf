import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { FaceProvider } from '../../ports/identity-checks.ts';
import { ownCheck } from './face-check-store.ts';
import { conclude, viewOf } from './face-checks.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { askerKey, askerOf } from './subject.ts';

/** A page that waits asks every two seconds. */
const ASK_RULE: RateRule = { name: 'face-result', limit: 120, windowMs: 600_000 };

/** What became of a check, by the provider's word; the browser's counts for nothing. */
export function faceCheckResult(
  deps: IdentityDeps,
  code: FaceProvider['code'],
): Handler<Calls['faceCheckResult']> & Handler<Calls['wbFaceCheckResult']> {
  const { core } = deps;
  return async (input, request) => {
    const absent = fail('not-found', '没有找到这次核对，请返回重新开始');
    const id = core.numbers.checkId(input.checkId);
    if (request.session === null || id === null) return absent;
    const asker = askerOf(request.session);
    const check = await ownCheck(core.database.query, id, asker);
    if (check?.provider !== code) return absent;
    if (check.status !== 'WAITING') return ok(await viewOf(deps, check));
    if (!(await deps.limiter.allows(ASK_RULE, askerKey(asker)))) return fail('too-many-requests');
    const isOver = await conclude(deps, check);
    const now = isOver ? await ownCheck(core.database.query, id, asker) : check;
    return now === null ? absent : ok(await viewOf(deps, now));
  };
}
