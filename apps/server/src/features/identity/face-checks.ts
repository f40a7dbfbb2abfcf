import { createHash } from 'node:crypto';
import type { FaceCheckViewValue } from '@huimin/contract';
import { beijingDateTime } from '@huimin/domain/date';
import {
  FACE_CHECK_LIFE_MS,
  FACE_CONSENT_LINES,
  FACE_CONSENT_VERSION,
  type FaceCheckEvent,
  nextFaceCheckStatus,
} from '@huimin/domain/identity';
import { fail, ok, type Reply } from '../../http/handler.ts';
import type { FaceProvider, FaceResult } from '../../ports/identity-checks.ts';
import * as store from './face-check-store.ts';
import { failureText } from './face-words.ts';
import type { IdentityDeps } from './identity-deps.ts';
import { personIndexOf, shardOfPerson } from './person-index.ts';
import { grantOnce, nameIndex, PROOF_LIFE_MS } from './proofs.ts';
import type { Asker, Subject } from './subject.ts';

const CONSENT = {
  version: FACE_CONSENT_VERSION,
  hash: createHash('sha256').update(FACE_CONSENT_LINES.join('\n')).digest(),
};
const HANDLE_PURPOSE = 'face-check-handle';
/** How long after its end a check is still asked about when its provider gives no answer. */
const ASKED_AFTER_MS = 86_400_000;

export interface Begun {
  readonly checkId: string;
  readonly url: string;
  readonly expiresAt: string;
}

/** Begins a check at a provider: the intent and its consent first, then the call, then its outcome. */
export async function beginCheck(
  deps: IdentityDeps,
  provider: FaceProvider,
  subject: Subject,
  asker: Asker,
  returnUrlOf: (checkNo: string) => string,
): Promise<Reply<Begun>> {
  const { core } = deps;
  const { query } = core.database;
  const personIndex = personIndexOf(core, subject.idNumber);
  const shard = shardOfPerson(personIndex);
  // Whoever begins anew has left the one before; had it been passed or failed, that counts.
  for (const waiting of await store.ownWaiting(query, personIndex, asker)) {
    await conclude(deps, waiting, { leaving: true });
  }
  const nowMs = core.clock.now();
  const id = core.orderIds.next(shard);
  const expiresAtMs = nowMs + FACE_CHECK_LIFE_MS;
  const isCounted = await core.database.transaction(async (inside) => {
    await store.takePersonTurn(inside, personIndex, nowMs);
    if ((await store.triesLeft(inside, personIndex, nowMs)) === 0) return false;
    await store.insertCheck(inside, {
      ...{ id, personIndex, asker, nowMs, expiresAtMs, consent: CONSENT },
      nameIndex: nameIndex(core, subject.name),
      purpose: subject.purpose,
      provider: provider.code,
    });
    return true;
  });
  if (!isCounted) return fail('face-tries-used');

  const checkNo = core.numbers.checkNo(id);
  const { name, idNumber } = subject;
  const begun = await provider.begin({ checkNo, name, idNumber, returnUrl: returnUrlOf(checkNo) });
  if (begun.kind !== 'begun') {
    core.log.warn({ provider: provider.code, providerCode: begun.code }, 'a face check could not be begun');
    await store.moveCheck(query, shard, id, { from: 'STARTING', to: 'ABORTED', nowMs: core.clock.now() });
    return begun.kind === 'wrong-person'
      ? fail('bad-input', '姓名或身份证号有误，不能刷脸核对。请返回检查，或者换别的办法')
      : fail('provider-busy', '刷脸服务暂时没有回应。请稍后再试，或者换别的办法核对');
  }
  const handleSealed = core.vault.seal(HANDLE_PURPOSE, begun.handle);
  await store.moveCheck(query, shard, id, { from: 'STARTING', to: 'WAITING', handleSealed, nowMs: core.clock.now() });
  return ok({ checkId: checkNo, url: begun.url, expiresAt: beijingText(expiresAtMs) });
}

/** Asks the provider about a check that waits, and writes down what it says. Answers whether it is over. */
export async function conclude(
  deps: IdentityDeps,
  check: store.FaceCheckRow,
  options: { readonly leaving?: boolean } = {},
): Promise<boolean> {
  const { core } = deps;
  const ranOut = core.clock.now() >= check.expiresAtMs;
  const result = check.status === 'WAITING' ? await resultOf(deps, check) : ({ kind: 'none' } as const);
  const event = eventOf(deps, check, result, { ranOut, leaving: options.leaving ?? false });
  if (event === null) return false;
  const to = nextFaceCheckStatus(check.status, event);
  if (to === null) throw new Error(`a face check in ${check.status} cannot take ${event}`);
  const reason = event === 'Failed' ? { reason: result.kind === 'failed' ? result.reason : 'other' } : {};
  await core.database.transaction(async (query) => {
    const nowMs = core.clock.now();
    const isMine = await store.moveCheck(query, check.shard, check.id, { from: check.status, to, nowMs, ...reason });
    if (isMine && to === 'PASSED') await grantOnce(core, proofOf(deps, check), query);
  });
  return true;
}

async function resultOf(deps: IdentityDeps, check: store.FaceCheckRow): Promise<FaceResult> {
  const provider = deps.faces.get(check.provider);
  if (!provider || check.handleSealed === null) return { kind: 'busy', code: 'not-configured' };
  const handle = deps.core.vault.open(HANDLE_PURPOSE, check.handleSealed);
  return provider.result({ checkNo: deps.core.numbers.checkNo(check.id), handle });
}

function eventOf(
  { core }: IdentityDeps,
  check: store.FaceCheckRow,
  result: FaceResult,
  { ranOut, leaving }: { readonly ranOut: boolean; readonly leaving: boolean },
): FaceCheckEvent | null {
  switch (result.kind) {
    case 'passed': {
      const { person } = result;
      const isThePerson = person === null || personIndexOf(core, person.idNumber).equals(check.personIndex);
      if (!isThePerson) core.log.error({ provider: check.provider }, 'a face check was passed by somebody else');
      if (!isThePerson) return 'Failed';
      return ranOut ? 'RanOut' : 'Passed';
    }
    case 'failed':
      return 'Failed';
    case 'given-up':
      return 'GivenUp';
    case 'none':
      if (ranOut) return 'RanOut';
      return leaving ? 'GivenUp' : null;
    case 'busy':
      core.log.warn({ provider: check.provider, providerCode: result.code }, 'a face check gave no clear result');
      return core.clock.now() >= check.expiresAtMs + ASKED_AFTER_MS ? 'RanOut' : null;
  }
}

function proofOf({ core }: IdentityDeps, check: store.FaceCheckRow) {
  return {
    kind: 'face',
    purpose: check.purpose,
    userId: check.userId,
    sessionHash: check.sessionHash,
    personIndex: check.personIndex,
    nameIndex: check.nameIndex,
    phoneIndex: null,
    source: core.numbers.checkNo(check.id),
  } as const;
}

/** What its owner is told about a check. */
export async function viewOf(deps: IdentityDeps, check: store.FaceCheckRow): Promise<FaceCheckViewValue> {
  const { core } = deps;
  const { query } = core.database;
  const nowMs = core.clock.now();
  // The proof's token is made of what it rests on, so that it can be told again.
  const isUsable = check.status === 'PASSED' && nowMs < (check.decidedAtMs ?? 0) + PROOF_LIFE_MS;
  return {
    checkId: core.numbers.checkNo(check.id),
    purpose: check.purpose,
    status: check.status === 'STARTING' ? 'WAITING' : check.status,
    reasonText: check.status === 'FAILED' ? failureText(check.reason) : null,
    proofToken: isUsable ? await grantOnce(core, proofOf(deps, check), query) : null,
    triesLeft: await store.triesLeft(query, check.personIndex, nowMs),
    expiresAt: beijingText(check.expiresAtMs),
  };
}

function beijingText(ms: number): string {
  return `${beijingDateTime(ms).replace(' ', 'T')}+08:00`;
}
