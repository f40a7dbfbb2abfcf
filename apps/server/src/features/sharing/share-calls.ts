import type { Calls } from '@huimin/contract';
import { beijingDate } from '@huimin/domain/date';
import { isShareWay } from '@huimin/domain/share';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { type CallRequest, fail, type Handler, ok } from '../../http/handler.ts';
import { giveShareCode, giveVisitorShareCode, knownShareCodes, shareCodeIn } from './share-codes.ts';
import { shareVisitText } from './share-visit.ts';
import type { SharingDependencies } from './sharing-deps.ts';

const ADDRESS_RULE: RateRule = { name: 'share-address', limit: 600, windowMs: 600_000 };
/** One row is one day, page and way; more than this in a day is a machine. */
const MOST_TIMES = 1_000_000;
const NOBODY = Buffer.alloc(0);

/** The code of whoever asks, given out; null for a visitor whom nobody knows. */
export async function ownShareCode(
  deps: SharingDependencies,
  request: Pick<CallRequest, 'session'>,
  parent: string | undefined,
): Promise<string | null> {
  const parentCode = shareCodeIn(parent);
  const user = request.session?.user;
  if (user) return giveShareCode(deps, user.id, parentCode);
  const openId = await deps.openIdOf(request.session);
  return openId === null ? null : giveVisitorShareCode(deps, openId, parentCode);
}

export function shareId(deps: SharingDependencies): Handler<Calls['shareId']> {
  return async ({ shareCode }, request) => {
    if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return fail('too-many-requests');
    return ok({ shareId: await ownShareCode(deps, request, shareCode) });
  };
}

/** Notes that a share was opened or handed on; of an opened one the browser gets what an order brings along. */
export function addTrajectory(deps: SharingDependencies): Handler<Calls['addTrajectory']> {
  return async (input, request) => {
    if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return fail('too-many-requests');
    const { query } = deps.database;
    const shareCode = shareCodeIn(input.shareCode);
    // What nobody was given leaves no trace, so nothing can be filled with invented codes.
    if (shareCode === null || !(await knownShareCodes(query, [shareCode])).has(shareCode)) {
      return ok({ recorded: false, visit: null });
    }
    const shareFrom = isShareWay(input.shareFrom) ? input.shareFrom : null;
    const openId = await deps.openIdOf(request.session);
    const nowMs = deps.clock.now();
    await query(
      `insert into share_steps as kept
         (shard, share_code, day, step, share_from, page, visitor_hash, times, last_at)
       values ($1, $2, $3, $4, $5, $6, $7, 1, $8)
       on conflict (shard, share_code, day, step, share_from, page, visitor_hash)
       do update set times = least(kept.times + 1, ${MOST_TIMES}), last_at = excluded.last_at`,
      [
        Number.parseInt(shareCode.slice(0, 2), 16),
        shareCode,
        beijingDate(nowMs),
        input.step,
        shareFrom ?? '',
        input.page,
        openId === null ? NOBODY : deps.index.of('share-visitor', openId),
        new Date(nowMs),
      ],
    );
    const visit = input.step === 'open' ? shareVisitText(deps.index, { shareCode, shareFrom, atMs: nowMs }) : null;
    return ok({ recorded: true, visit });
  };
}
