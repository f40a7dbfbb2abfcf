import type { Calls, OutputOf } from '@huimin/contract';
import { OPEN_COMPLAINT } from '@huimin/domain/complaint';
import { beijingDate } from '@huimin/domain/date';
import type { ChangeStatus } from '@huimin/domain/endorsement';
import type { GroupStatus } from '@huimin/domain/group';
import type { MidYearStatus } from '@huimin/domain/mid-year';
import { REFUND_STATUS_TABLE } from '@huimin/domain/refund';
import type { Query } from '../../db/database.ts';
import { fail, type Handler, ok, type SessionUser } from '../../http/handler.ts';
import { accountPhone, CLOSE_WITHIN_MS, endAccount, holdAccount, markClosing, originOf } from '../account/index.ts';
import { restrictPerson } from '../evidence/index.ts';
import { groupsOfContact } from '../group/index.ts';
import { eraseAllMembers, isSavingOrder } from '../insured/index.ts';
import { eraseBeyondContract } from './beyond-contract.ts';
import { takeBackConsents } from './consents.ts';
import { openClaims } from './open-claims.ts';
import { proven } from './proven.ts';
import { QUIET_ORDERS } from './quiet-orders.ts';
import type { RightsDependencies } from './rights-deps.ts';

type InTheWay = OutputOf<Calls['showOwnData']>['closing'][number];

const OPEN_CHANGES: readonly ChangeStatus[] = ['REVIEWING', 'PAPERS_WANTED'];
const ASKED_MID_YEAR: readonly MidYearStatus[] = ['submitted', 'more-papers'];
const ENDED_GROUPS: readonly GroupStatus[] = ['completed', 'closed'];

/** What has to come to its end first: money, cover, what somebody was asked for. */
export async function inTheWay(deps: RightsDependencies, query: Query, user: SessionUser): Promise<InTheWay[]> {
  const today = beijingDate(deps.clock.now());
  const covering = deps.editions.all().filter(({ document }) => document.invalidDate >= today);
  const [open] = await query<
    Record<'orders' | 'payments' | 'refunds' | 'policies' | 'changes' | 'complaints' | 'asked', boolean>
  >(
    `select
       exists (select from orders where shard = $1 and user_id = $2 and status <> all($3::smallint[])) as orders,
       exists (select from payment_attempts a join orders o on o.shard = a.shard and o.id = a.order_id
         where o.shard = $1 and o.user_id = $2 and a.state in ('CREATED', 'WAITING')) as payments,
       exists (select from refunds r join orders o on o.shard = r.shard and o.id = r.order_id
         where o.shard = $1 and o.user_id = $2 and r.state <> all($4::text[])) as refunds,
       exists (select from policies where shard = $1 and user_id = $2 and cancelled_at is null
         and edition_code = any($5::text[])) as policies,
       exists (select from changes where shard = $1 and user_id = $2 and status = any($6::text[])) as changes,
       exists (select from complaints where shard = $1 and user_id = $2 and status = any($7::text[])) as complaints,
       exists (select from mid_year_applications where shard = $1 and user_id = $2 and status = any($8::text[])) as asked`,
    [
      user.shard,
      user.id,
      QUIET_ORDERS,
      REFUND_STATUS_TABLE.terminal,
      covering.map(({ code }) => code),
      OPEN_CHANGES,
      OPEN_COMPLAINT,
      ASKED_MID_YEAR,
    ],
  );
  const groups = await groupsOfContact(query, user.phoneIndex);
  const claims = await openClaims(deps, query, user);
  const isSaving = await isSavingOrder(query, user, deps.clock.now());
  const all: (readonly [boolean, InTheWay])[] = [
    [open?.orders === true, { what: '有订单没有办完', screen: '/orders' }],
    [isSaving && open?.orders !== true, { what: '有订单正在提交', screen: '/orders' }],
    [open?.payments === true, { what: '有一笔付款还没有查清', screen: '/orders' }],
    [open?.refunds === true, { what: '有退款还没有到账', screen: '/orders' }],
    [open?.policies === true, { what: '有保单还在保障期，或者还没有开始', screen: '/mysure' }],
    [open?.changes === true, { what: '有信息变更还在办', screen: '/mysure' }],
    [claims.length > 0, { what: '有理赔还没有办完', screen: '/claims' }],
    [open?.complaints === true, { what: '有投诉还没有办结', screen: '/complaints' }],
    [open?.asked === true, { what: '有中途参保申请还在办', screen: '/mid' }],
    [
      groups.some(({ status }) => !ENDED_GROUPS.includes(status)),
      { what: '您是单位联系人，团体参保还在办', screen: '/groupProgress' },
    ],
  ];
  return all.flatMap(([stands, one]) => (stands ? [one] : []));
}

/**
 * Ends the account: what no law has kept is erased, the rest is kept and used for nothing until its time is over, and nobody
 * can log in to it. That it is being closed is said before anything is looked at: an order of the same instant either sees that,
 * or its people are seen here.
 */
export function closeAccount(deps: RightsDependencies): Handler<Calls['closeAccount']> {
  const { query, transaction } = deps.database;
  return async ({ code }, request) => {
    const { user } = request;
    const proof = await proven(deps, query, user, code);
    if (!proof.ok) return proof;
    const phone = await accountPhone(deps, user);
    const beganAtMs = deps.clock.now();
    await markClosing(query, user, beganAtMs);
    const ended = await transaction(async (inside) => {
      // Its phone was just changed elsewhere: what is erased by the phone would be another's, or nobody's.
      if (!(await holdAccount(inside, user))) return null;
      const [first] = await inTheWay(deps, inside, user);
      if (first) {
        await markClosing(inside, user, null);
        return { why: first.what, sessions: [] };
      }
      const nowMs = deps.clock.now();
      await takeBackConsents(inside, user, ['marketing', 'pre-existing', 'withholding'], nowMs);
      await eraseBeyondContract(deps, inside, user);
      await eraseAllMembers(inside, user, nowMs);
      const sessions = await endAccount(deps, inside, user, { phone, origin: originOf(request) });
      if (deps.clock.now() > beganAtMs + CLOSE_WITHIN_MS) throw new Error('closing an account took too long');
      return { why: null, sessions };
    });
    if (ended === null) return fail('not-logged-in');
    if (ended.why !== null) return fail('order-state', `现在不能注销：${ended.why}`);
    for (const tokenHash of ended.sessions) deps.forgetSession(tokenHash);
    request.setSessionToken(null);
    await restrictPerson(deps.retention, deps.recordings.holderOf(user.id), '本人注销账户');
    return ok({});
  };
}
