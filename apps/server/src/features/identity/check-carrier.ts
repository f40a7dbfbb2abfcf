import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { personIndexOf, shardOfPerson } from './person-index.ts';
import { identityProofs } from './proofs.ts';
import { askerKey, askerOf, openSubject, type Subject } from './subject.ts';
import { keepMatch, matchedSince } from './three-element-store.ts';

const DAY_MS = 86_400_000;
/** Each question costs money and answers something about a person: few for whoever asks, and for whoever is asked about. */
const ASKER_RULE: RateRule = { name: 'carrier-asker', limit: 5, windowMs: DAY_MS };
const PERSON_RULE: RateRule = { name: 'carrier-person', limit: 5, windowMs: DAY_MS };
const ADDRESS_RULE: RateRule = { name: 'carrier-address', limit: 100, windowMs: DAY_MS };
const MATCH_LIFE_MS = DAY_MS;

/** Name, number and phone by the carrier's word. Which of them does not fit is not said. */
export function checkCarrier(deps: IdentityDeps): Handler<Calls['checkCarrier']> {
  const { core } = deps;
  const proofs = identityProofs(core);

  async function isMatch(carrier: NonNullable<IdentityDeps['carrier']>, subject: Subject, phone: string) {
    const personIndex = personIndexOf(core, subject.idNumber);
    const shard = shardOfPerson(personIndex);
    const subjectIndex = core.index.of('three-elements', [subject.name, subject.idNumber, phone].join('\u0000'));
    const { query } = core.database;
    if (await matchedSince(query, shard, subjectIndex, core.clock.now() - MATCH_LIFE_MS)) return true;
    if (!(await deps.limiter.allows(PERSON_RULE, personIndex.toString('hex')))) return 'limited';
    const answer = await carrier.check({ name: subject.name, idNumber: subject.idNumber, phone });
    if (answer.kind === 'busy' || answer.kind === 'cannot-tell') {
      core.log.warn({ providerCode: answer.code }, 'the carrier check gave no clear answer');
    }
    if (answer.kind === 'busy') return 'busy';
    if (answer.kind === 'match') await keepMatch(query, shard, subjectIndex, core.clock.now());
    return answer.kind === 'match';
  }

  return async (input, request) => {
    const subject = openSubject(core, input.subject, request.session);
    if (subject === null || request.session === null) return fail('not-found', '核对已经过期，请返回重新开始');
    const { carrier } = deps;
    if (!carrier) return fail('switched-off', '现在不能向运营商核对，请换别的办法');
    if (subject.phone === null) return fail('bad-input', '请填写要核对的手机号');
    const asker = askerOf(request.session);
    const isAllowed =
      (await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress)) &&
      (await deps.limiter.allows(ASKER_RULE, askerKey(asker)));
    const tooOften = fail('too-many-requests', '今天核对的次数太多了。请明天再试，或者换别的办法核对');
    if (!isAllowed) return tooOften;
    const matched = await isMatch(carrier, subject, subject.phone);
    if (matched === 'limited') return tooOften;
    if (matched === 'busy') return fail('provider-busy', '运营商暂时没有回应。请稍后再试，或者换别的办法核对');
    if (!matched) return ok({ matched: false, proofToken: null });
    const proofToken = await proofs.grant({
      kind: 'operator-three-element',
      purpose: subject.purpose,
      ...asker,
      personIndex: personIndexOf(core, subject.idNumber),
      name: subject.name,
      phoneIndex: core.index.phone(subject.phone),
      source: 'PhoneVerification',
    });
    return ok({ matched: true, proofToken });
  };
}
