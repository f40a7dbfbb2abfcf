import { formatYuan } from '@huimin/domain/money';
import { POLICY_STATUS, type PolicyStatus, policyStatusAt, shownPolicyStatus } from '@huimin/domain/policy';
import { coverageStarted, isOnSale, notYetOnSale, pauseOfAll } from '@huimin/domain/product';
import { type RefundBasis, refundableFen } from '@huimin/domain/refund';
import type { Query } from '../../db/database.ts';
import type { EditionDocument, LoadedEdition } from '../configuration/index.ts';
import { type InsuredRow, insuredOfOrders, type OrderRow } from '../order/index.ts';
import { policiesOf } from './refund-store.ts';

/** One insured person and what their policy gives back now. */
export interface OfferedPerson {
  readonly insured: InsuredRow;
  /** With `upgradeFen`. */
  readonly amountFen: number;
  /** Of the upgrade that stands on this policy and goes back with it, by its own order's payment; 0 without one. */
  readonly upgradeFen: number;
  readonly basis: RefundBasis;
  /** Null when it can be refunded. */
  readonly why: string | null;
}

const STANDING: readonly PolicyStatus[] = [POLICY_STATUS.notYetInForce, POLICY_STATUS.inForce];

/** What every person of an order can get back at this moment. */
export async function offeredPeople(
  query: Query,
  order: OrderRow,
  edition: LoadedEdition,
  nowMs: number,
): Promise<OfferedPerson[]> {
  const { document } = edition;
  const [people, policies] = [
    await insuredOfOrders(query, order.shard, [order.id]),
    await policiesOf(query, order.shard, order.id),
  ];
  const worthOf = (premiumFen: number) => refundableFen(premiumFen, document, document.cashValue, nowMs);
  return people.map((insured) => {
    const policy = policies.find((row) => row.id === insured.id);
    const worth = worthOf(insured.premium_fen);
    // An upgrade that is on its way back already is none of this refund's.
    const hasUpgrade = insured.upgrade_fen !== null && insured.upgrade_status === POLICY_STATUS.notYetInForce;
    const upgradeFen = hasUpgrade ? (worthOf(insured.upgrade_fen ?? 0)?.amountFen ?? 0) : 0;
    return {
      insured,
      amountFen: (worth?.amountFen ?? 0) + upgradeFen,
      upgradeFen,
      basis: worth?.basis ?? 'cash-value',
      why: order.kind === 'upgrade' ? whyNoUpgradeBack(policy, document, nowMs) : whyNot(policy, document, nowMs),
    };
  });
}

interface StandingOrNot {
  readonly status: PolicyStatus;
  readonly issued_at: number | null;
}

/** From the first day of cover on a policy is given back as a whole, with what raised it. */
function whyNoUpgradeBack(upgrade: StandingOrNot | undefined, document: EditionDocument, nowMs: number): string | null {
  if (upgrade?.status === POLICY_STATUS.cancelling) return '升级正在退回';
  if (upgrade?.status === POLICY_STATUS.cancelled) return '升级已退回';
  if (upgrade?.status === POLICY_STATUS.issuingFailed) return '未能升级，会自动退款';
  if (!upgrade || upgrade.issued_at === null) return '升级还在办理，请稍后再来';
  return coverageStarted(document, nowMs) ? '保障已经开始，升级不能单独退，请在参保的订单里退整份保单' : null;
}

function whyNot(policy: StandingOrNot | undefined, document: EditionDocument, nowMs: number): string | null {
  if (!policy) return '没有保单';
  if (policy.status === POLICY_STATUS.issuingFailed) return '未能承保，会自动退款';
  if (policy.issued_at === null) return '保单还在生成，请稍后再来';
  const status = policyStatusAt(policy.status, document, nowMs);
  return STANDING.includes(status) ? null : shownPolicyStatus(status).label;
}

/** Null when the edition takes refunds online. */
export function whyNotOffered({ document }: LoadedEdition): string | null {
  if (document.applyRefund && document.refundReason) return null;
  return `这个产品现在不能在网上退保，请打客服电话 ${document.tel}`;
}

/** On what ground the sum is what it is. */
export function basisText(basis: RefundBasis, document: EditionDocument): string {
  if (basis === 'full') return '还没到保障期，全额退';
  const fee = document.cashValue?.feeBasisPoints;
  if (fee === undefined) return `保障已经开始，按条款没有现金价值，退 ${formatYuan(0)} 元`;
  const kept = fee === 0 ? '' : `扣 ${fee / 100}% 后，`;
  return `保障已经开始，按条款退现金价值：保费${kept}按剩下的天数算`;
}

/** What a refund costs the people it is for, said before anything is asked of them. */
export function consequence(
  edition: LoadedEdition,
  order: Pick<OrderRow, 'kind'>,
  nowMs: number,
): { title: string; text: string } {
  const { document } = edition;
  const again = whenAgain(edition, nowMs);
  if (order.kind === 'upgrade') {
    const texts = {
      open: '参保截止前还可以再升级。',
      paused: '现在暂停参保，恢复以后、参保截止前还可以再升级。',
      over: '现在已经过了参保期，退了不能再升级。',
    };
    return { title: '退回升级后，这些人的保单回到原来的方案', text: texts[again] };
  }
  const texts = {
    open: '参保截止后不能再买回来。',
    paused: '现在暂停参保，恢复以前不能再买回来。',
    over: '现在已经过了参保期，退了不能再买回来。',
  };
  return { title: `退保后，这些人 ${document.editionYear} 年没有保障`, text: texts[again] };
}

/** Whether what is given back can be bought again. Who joined early gives back before the sale has begun. */
function whenAgain({ document, pauses }: LoadedEdition, nowMs: number): 'open' | 'paused' | 'over' {
  if (!isOnSale(document, nowMs) && !notYetOnSale(document, nowMs)) return 'over';
  return pauseOfAll(pauses) ? 'paused' : 'open';
}
