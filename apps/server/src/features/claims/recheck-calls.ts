import type { Calls } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok, type SessionUser } from '../../http/handler.ts';
import { accountPhone } from '../account/index.ts';
import type { CaseRow } from './case-store.ts';
import type { ClaimDependencies } from './claims-deps.ts';
import { candidateByKey, claimsSeenBy } from './people.ts';
import { insertRecheck, moveRecheck, newestRecheck, RECHECK_SEAL, recheckView } from './recheck-store.ts';

const NO_CLAIM = '没有找到这个案件，请返回后重新进入';
const RULE: RateRule = { name: 'claim-recheck', limit: 20, windowMs: 24 * 3_600_000 };

async function seenCase(
  deps: ClaimDependencies,
  user: SessionUser,
  { personKey, caseNo }: { personKey: string; caseNo: string },
): Promise<CaseRow | null> {
  const person = await candidateByKey(deps, user, personKey);
  if (!person) return null;
  const { claims } = await claimsSeenBy(deps, user, person);
  return claims.find(({ row }) => row.case_no === caseNo)?.row ?? null;
}

/** Asks for a second look. Asking twice finds the first. */
export function requestRecheck(deps: ClaimDependencies): Handler<Calls['requestRecheck']> {
  return async (input, { user }) => {
    const row = await seenCase(deps, user, input);
    if (!row) return fail('not-found', NO_CLAIM);
    if (row.status === 'withdrawn') return fail('order-state', '这个案件已经撤案，不能再复核');
    if (!(await deps.limiter.allows(RULE, String(user.id)))) return fail('too-many-requests');
    const note = input.note?.trim() || null;
    const phone = await accountPhone(deps, user);
    const kept = await insertRecheck(deps.database.query, {
      ...{ shard: row.shard, id: deps.orderIds.next(row.shard), caseNo: row.case_no, editionCode: row.edition_code },
      noteSealed: deps.vault.sealJson(RECHECK_SEAL, { note, phone }),
      nowMs: deps.clock.now(),
    });
    const open = kept ?? (await newestRecheck(deps.database.query, row.shard, row.case_no));
    return open ? ok(recheckView(deps, open)) : fail('order-state', '请返回后重新进入');
  };
}

/** Takes the wish back; an answered one stays. Safe to repeat. */
export function withdrawRecheck(deps: ClaimDependencies): Handler<Calls['withdrawRecheck']> {
  return async (input, { user }) => {
    const row = await seenCase(deps, user, input);
    const open = row && (await newestRecheck(deps.database.query, row.shard, row.case_no));
    if (!open) return fail('not-found', NO_CLAIM);
    if (open.status === 'withdrawn') return ok(recheckView(deps, open));
    const nowMs = deps.clock.now();
    const moved = await moveRecheck(deps.database.query, open, { event: 'Withdrawn', by: null, answer: null, nowMs });
    return moved ? ok(recheckView(deps, moved)) : fail('order-state', '复核已经有结果了，请看最新状态');
  };
}
