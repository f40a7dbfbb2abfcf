import type { Calls } from '@huimin/contract';
import { canonicalIdNumber } from '@huimin/domain/person';
import { STANDING_RULES, type StandingKind } from '@huimin/domain/pre-existing';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { type CallRequest, fail, type Handler, ok, type SessionUser } from '../../http/handler.ts';
import { openSubject } from '../identity/index.ts';
import { personIndex } from '../insured/index.ts';
import type { PreExistingDependencies } from './pre-existing-deps.ts';

/** Who the asker has shown to be. */
export interface Standing {
  readonly kind: StandingKind;
  readonly personIndex: Buffer;
  readonly name: string;
  readonly idNumber: string;
  readonly untilMs: number;
}

const SEAL = 'pre-existing-standing';
const ID_CARD = '01';
const PURPOSE = 'query-pre-existing';

/** Uses up a proof of identity. What it shows is kept as long as its kind is good for, in place of what was shown before. */
export function provePreExistingSelf(deps: PreExistingDependencies): Handler<Calls['provePreExistingSelf']> {
  return async ({ subject: sealed, proofToken }, request) => {
    const subject = openSubject(deps, sealed, request.session);
    if (subject?.purpose !== PURPOSE) return fail('proof-required');
    const { user } = request;
    const idNumber = canonicalIdNumber(subject.idNumber);
    const index = personIndex(deps.index, ID_CARD, idNumber);
    const proven = await deps.database.transaction(async (query) => {
      const proof = await deps.proofs.consume(
        proofToken,
        { purpose: PURPOSE, userId: user.id, personIndex: index, name: subject.name },
        query,
      );
      const kind = proof && kindOf(proof, user);
      if (!kind) return false;
      await keepStanding(deps, query, request, kind, { index, name: subject.name, idNumber });
      return true;
    });
    return proven ? ok({}) : fail('proof-required');
  };
}

/** The carrier's word counts for the phone that is logged in and for no other. */
function kindOf(proof: { readonly kind: string; readonly phoneIndex: Buffer | null }, user: SessionUser) {
  if (proof.kind === 'face') return 'face';
  const ownPhone = proof.kind === 'operator-three-element' && proof.phoneIndex?.equals(user.phoneIndex);
  return ownPhone ? 'carrier' : null;
}

async function keepStanding(
  deps: Core,
  query: Query,
  { user, session }: CallRequest,
  kind: StandingKind,
  person: { readonly index: Buffer; readonly name: string; readonly idNumber: string },
): Promise<void> {
  const { lifeMs, thisSession } = STANDING_RULES[kind];
  const nowMs = deps.clock.now();
  await query(
    `insert into pre_existing_standings (shard, user_id, kind, person_index, person_sealed, phone_index, session_hash,
       proven_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (shard, user_id) do update set kind = excluded.kind, person_index = excluded.person_index,
       person_sealed = excluded.person_sealed, phone_index = excluded.phone_index, session_hash = excluded.session_hash,
       proven_at = excluded.proven_at, expires_at = excluded.expires_at`,
    [
      user.shard,
      user.id,
      kind,
      person.index,
      deps.vault.sealJson(SEAL, { name: person.name, idNumber: person.idNumber }),
      user.phoneIndex,
      thisSession ? (session?.tokenHash ?? null) : null,
      new Date(nowMs),
      new Date(nowMs + lifeMs),
    ],
  );
}

/** The one place that says who asks; null while nothing was shown, or no longer, or in another session. */
export async function standingOf(
  deps: Pick<Core, 'database' | 'vault' | 'clock'>,
  { user, session }: Pick<CallRequest, 'user' | 'session'>,
): Promise<Standing | null> {
  const [row] = await deps.database.query<{
    kind: StandingKind;
    person_index: Buffer;
    person_sealed: Buffer;
    expires_at: number;
  }>(
    `select kind, person_index, person_sealed, expires_at from pre_existing_standings
     where shard = $1 and user_id = $2 and phone_index = $3 and expires_at > $4
       and (session_hash is null or session_hash = $5)`,
    [user.shard, user.id, user.phoneIndex, new Date(deps.clock.now()), session?.tokenHash ?? null],
  );
  if (!row) return null;
  const person = deps.vault.openJson<{ name: string; idNumber: string }>(SEAL, row.person_sealed);
  return { ...person, kind: row.kind, personIndex: row.person_index, untilMs: row.expires_at };
}
