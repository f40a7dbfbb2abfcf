import type { Calls, InputOf, OutputOf } from '@huimin/contract';
import { canonicalIdNumber, checkIdPaper, checkName, IDENTITY_CARD } from '@huimin/domain/person';
import type { RateRule } from '../../../coordination/rate-limit.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../../http/handler.ts';
import { sessionTokenHash } from '../../../security/session-token.ts';
import type { AccountDeps } from '../account-deps.ts';
import { beginSession, greet } from '../begin-session.ts';
import { accountsOfHolder, holderNameIndex } from '../holder-store.ts';
import { disagreement, type LoginDocuments, loginDocuments } from '../login-documents.ts';
import { codeRefusal, tryCode, useUpCodes } from '../sms-codes.ts';
import { findByIds, type KnownUser, noteLogin, recordAgreements } from '../user-store.ts';
import { RECOVERY_LIFE_MS, sealRecovery } from './recovery-token.ts';

const DAY_MS = 86_400_000;
const ADDRESS_RULE: RateRule = { name: 'identity-address', limit: 60, windowMs: 600_000 };
/** Counted only after the new phone's code was right: nobody can use up somebody else's tries from afar for free. */
const PHONE_RULE: RateRule = { name: 'identity-phone', limit: 10, windowMs: DAY_MS };
const PERSON_RULE: RateRule = { name: 'identity-person', limit: 10, windowMs: DAY_MS };
const NO_MATCH = '姓名、身份证号和参保记录对不上。请核对后再试，或者打客服电话';

type Input = InputOf<Calls['identityLogin']>;
type Output = OutputOf<Calls['identityLogin']>;

/**
 * For a policyholder whose phone has changed: name, number and a code sent to the new phone. A match shows which
 * accounts are theirs; the new phone is registered only after a proof of who they are. What does not match and what is
 * not there get the same answer by the same way.
 */
export function identityLogin(deps: AccountDeps): Handler<Calls['identityLogin']> {
  const { core, limiter } = deps;
  return async (input, request) => {
    if (!(await limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return fail('too-many-requests');
    const current = loginDocuments(deps.editions);
    const disagreed = disagreement(input.agreedDocuments, current);
    if (disagreed) return disagreed;
    const person = personOf(input);
    if (!person.ok) return person;
    const check = await core.database.transaction((query) =>
      tryCode(core, query, { phone: input.phone, purpose: 'login', code: input.code }, core.clock.now()),
    );
    if (check !== 'right') return codeRefusal(check);
    const personIndex = core.index.person(IDENTITY_CARD, person.value.idNumber);
    const tries = [
      [PHONE_RULE, core.index.phone(input.phone)],
      [PERSON_RULE, personIndex],
    ] as const;
    for (const [rule, subject] of tries) {
      if (!(await limiter.allows(rule, subject.toString('hex')))) return fail('too-many-requests', TOO_OFTEN);
    }
    const { query } = core.database;
    const ids = await accountsOfHolder(query, personIndex, holderNameIndex(core, personIndex, person.value.name));
    const accounts = await findByIds(query, ids);
    if (accounts.length === 0) return fail('not-found', NO_MATCH);
    const own = accounts.find((account) => account.phoneIndex.equals(core.index.phone(input.phone)));
    return own
      ? logInTo(deps, own, input.phone, current, request)
      : tellAccounts(deps, { accounts, personIndex, newPhone: input.phone, agreed: current }, request);
  };
}

const TOO_OFTEN = '今天核对的次数太多，请明天再试，或者打客服电话';

function personOf(input: Input): Reply<{ name: string; idNumber: string }> {
  const paper = checkIdPaper(IDENTITY_CARD, input.idNumber);
  if (!paper.ok) return fail('bad-input', paper.message, { fields: [{ path: 'idNumber', message: paper.message }] });
  const name = checkName(IDENTITY_CARD, input.name);
  if (!name.ok) return fail('bad-input', name.message, { fields: [{ path: 'name', message: name.message }] });
  return ok({ name: name.normalized, idNumber: canonicalIdNumber(paper.normalized) });
}

/** The phone is the account's own: its code is all that a login takes. */
async function logInTo(
  deps: AccountDeps,
  user: KnownUser,
  phone: string,
  agreed: LoginDocuments,
  request: CallRequest,
): Promise<Reply<Output>> {
  const nowMs = deps.core.clock.now();
  const token = await deps.core.database.transaction(async (query) => {
    await useUpCodes(deps.core, query, { phone, purpose: 'login' }, nowMs);
    await noteLogin(query, user, nowMs);
    await recordAgreements(query, user, agreed.editionCode, agreed.documents, nowMs);
    return beginSession(deps, query, { user, kind: 'login-identity' }, request);
  });
  return ok({ account: await greet(deps, { user, token }, request), recovery: null });
}

interface Found {
  readonly accounts: readonly KnownUser[];
  readonly personIndex: Buffer;
  readonly newPhone: string;
  readonly agreed: LoginDocuments;
}

async function tellAccounts(deps: AccountDeps, found: Found, request: CallRequest): Promise<Reply<Output>> {
  const { core } = deps;
  await useUpCodes(core, core.database.query, { phone: found.newPhone, purpose: 'login' }, core.clock.now());
  let sessionHash = request.session?.tokenHash;
  if (!sessionHash) {
    const token = await deps.sessions.startVisitor();
    request.setSessionToken(token);
    sessionHash = sessionTokenHash(token);
  }
  const recoveryToken = sealRecovery(core, sessionHash, {
    ...found,
    accountIds: found.accounts.map((account) => account.id),
  });
  return ok({
    account: null,
    recovery: {
      recoveryToken,
      validMinutes: RECOVERY_LIFE_MS / 60_000,
      accounts: await Promise.all(
        found.accounts.map(async (account) => ({
          phoneTail: core.vault.open('phone', account.phoneSealed).slice(-4),
          covers: await deps.orders.covers(account),
        })),
      ),
    },
  });
}
