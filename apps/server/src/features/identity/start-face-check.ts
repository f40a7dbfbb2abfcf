import type { Calls } from '@huimin/contract';
import { FACE_CONSENT_VERSION } from '@huimin/domain/identity';
import { keptQueryOf, mergeKeptQuery } from '@huimin/domain/share';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler } from '../../http/handler.ts';
import type { FaceProvider } from '../../ports/identity-checks.ts';
import { beginCheck } from './face-checks.ts';
import { returnPath } from './face-return-route.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { askerKey, askerOf, openSubject } from './subject.ts';

const DAY_MS = 86_400_000;
/** Also of checks that were left without a result, and so do not count as tries. */
const ASKER_RULE: RateRule = { name: 'face-start', limit: 10, windowMs: DAY_MS };
const ADDRESS_RULE: RateRule = { name: 'face-start-address', limit: 300, windowMs: DAY_MS };

/** Begins a check on the page of one provider, for somebody who has just agreed to the rules about faces. */
export function startFaceCheck(
  deps: IdentityDeps,
  code: FaceProvider['code'],
): Handler<Calls['startFaceCheck']> & Handler<Calls['startWbFaceCheck']> {
  return async (input, request) => {
    const subject = openSubject(deps.core, input.subject, request.session);
    if (subject === null || request.session === null) return fail('not-found', '核对已经过期，请返回重新开始');
    const provider = deps.faces.get(code);
    if (!provider) return fail('switched-off', '现在不能刷脸核对，请换别的办法');
    if (input.consentVersion !== FACE_CONSENT_VERSION) {
      return fail('documents-changed', '《人脸信息处理规则》有更新，请重新读一遍再同意');
    }
    const asker = askerOf(request.session);
    const isAllowed =
      (await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress)) &&
      (await deps.limiter.allows(ASKER_RULE, askerKey(asker)));
    if (!isAllowed) return fail('too-many-requests', '今天开始刷脸的次数太多了。请明天再试，或者换别的办法核对');
    const kept = keptQueryOf(input.keptQuery ?? '');
    return beginCheck(deps, provider, subject, asker, (checkNo) =>
      mergeKeptQuery(`${deps.publicOrigin}${returnPath(code)}?checkId=${checkNo}`, kept),
    );
  };
}
