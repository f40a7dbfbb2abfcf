import type { Calls } from '@huimin/contract';
import { beijingDate } from '@huimin/domain/date';
import {
  canonicalIdNumber,
  checkIdNumber,
  checkName,
  IDENTITY_CARD,
  maskMiddle,
  maskName,
} from '@huimin/domain/person';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import type { CheckedPerson, FaceProvider } from '../../ports/identity-checks.ts';
import { sessionTokenHash } from '../../security/session-token.ts';
import { triesLeft } from './face-check-store.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { personIndexOf } from './person-index.ts';
import { type Asker, askerOf, SUBJECT_LIFE_MS, sealSubject } from './subject.ts';

const ADDRESS_RULE: RateRule = { name: 'identity-subject', limit: 120, windowMs: 600_000 };

/** Takes name and number once, in a body, and hands back a seal: no later address carries them. */
export function prepareIdentityCheck(deps: IdentityDeps): Handler<Calls['prepareIdentityCheck']> {
  const { core } = deps;
  return async (input, request) => {
    if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return fail('too-many-requests');
    const user = request.session?.user ?? null;
    if (user === null && input.purpose !== 'recover-account') return fail('not-logged-in');
    // A session for settlements reaches what it is for.
    if (request.session?.settlementOnly && input.purpose !== 'query-pre-existing') return fail('not-logged-in');
    const person = await personOf(deps, input, request);
    if (!person.ok) return person;
    const { name, idNumber } = person.value;
    const asker = await askerWithSession(deps, request);
    // The step asks whether the phone that is logged in is this person's.
    const ownPhone = user !== null && input.purpose === 'query-pre-existing' ? await deps.ownPhone(user) : null;
    const phone = ownPhone ?? input.phone ?? null;
    return ok({
      subject: sealSubject(core, { purpose: input.purpose, name, idNumber, phone }, asker),
      nameMasked: maskName(name),
      idNumberMasked: maskMiddle(idNumber),
      face: faceWay(deps.faces, request.userAgent),
      triesLeft: await triesLeft(core.database.query, personIndexOf(core, idNumber), core.clock.now()),
      carrier: deps.carrier !== null && phone !== null,
      validMinutes: SUBJECT_LIFE_MS / 60_000,
    });
  };
}

async function personOf(
  deps: IdentityDeps,
  input: { name?: string; idNumber?: string },
  request: CallRequest,
): Promise<Reply<CheckedPerson>> {
  const user = request.session?.user ?? null;
  if (input.name === undefined && input.idNumber === undefined && user !== null) {
    const own = await deps.ownIdentity(user);
    if (own === null) return fail('bad-input', '请填写您本人的姓名和身份证号');
    if (own.idType !== IDENTITY_CARD) return fail('bad-input', '网上核对只能用居民身份证。请换别的办法核对');
    return ok({ name: own.name, idNumber: canonicalIdNumber(own.idNumber) });
  }
  const name = checkName(IDENTITY_CARD, input.name ?? '');
  if (!name.ok) return refused('name', name.message);
  const todayBeijing = beijingDate(deps.core.clock.now());
  const number = checkIdNumber(input.idNumber ?? '', { todayBeijing });
  if (!number.ok) return refused('idNumber', number.message);
  return ok({ name: name.normalized, idNumber: canonicalIdNumber(number.normalized) });
}

function refused(path: string, message: string): Reply<never> {
  return fail('bad-input', message, { fields: [{ path, message }] });
}

async function askerWithSession(deps: IdentityDeps, request: CallRequest): Promise<Asker> {
  if (request.session) return askerOf(request.session);
  const token = await deps.startVisitor();
  request.setSessionToken(token);
  return { userId: null, sessionHash: sessionTokenHash(token) };
}

/** Tencent's page opens inside WeChat only, WeBank's in any browser. */
function faceWay(faces: IdentityDeps['faces'], userAgent: string): FaceProvider['code'] | null {
  if (userAgent.includes('MicroMessenger') && faces.has('detect-auth')) return 'detect-auth';
  return faces.has('wbface') ? 'wbface' : null;
}
