import { formatDateTime } from '@huimin/domain/date';
import { fail, type Reply } from '../../http/handler.ts';
import { DRAWING_LIMIT } from '../../papers/index.ts';
import { orderIdOf, positionId } from '../../security/order-ids.ts';
import type { OrderRow, Owner } from '../order/index.ts';
import { moneyPaper } from '../payment/index.ts';
import { type PaperFacts, paperFacts, paperFileName, paperOrder, personDrawing } from '../policy/index.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import { endorsementOfOrder } from './endorsement-paper.ts';
import { type FoundPaper, PAPER_TITLES, type PaperName } from './found-paper.ts';

/** Which paper of an order is meant. */
export interface PaperChoice {
  readonly paper: PaperName;
  /** Which insured; not for a paper of the whole order. */
  readonly position?: number | undefined;
  readonly policyNo?: string | undefined;
  /** Of an endorsement: the change that was made. */
  readonly changeNo?: string | undefined;
  readonly changeId?: bigint | undefined;
}

/** Somebody's own order by its number; other people's orders answer exactly like absent ones. */
export async function ownOrder(deps: CertificateDependencies, user: Owner, orderNo: string): Promise<OrderRow | null> {
  const orderId = deps.numbers.orderId(orderNo);
  return orderId === null ? null : paperOrder(deps, user, orderId);
}

/** One paper of an order; null where there is none. The caller has checked who may see it. */
export async function findPaper(
  deps: CertificateDependencies,
  order: OrderRow,
  choice: PaperChoice,
): Promise<FoundPaper | null> {
  // A change names an endorsement and nothing else.
  if (choice.changeNo !== undefined && choice.paper !== 'endorsement') return null;
  if (choice.paper === 'money') return order.paid_at === null ? null : moneyPaperOfOrder(deps, order);
  if (choice.paper === 'endorsement') {
    const changeId = choice.changeId ?? (choice.changeNo === undefined ? null : deps.numbers.changeId(choice.changeNo));
    return changeId === null ? null : endorsementOfOrder(deps, order, changeId);
  }
  const position = positionOf(deps, order, choice);
  const facts = position === null ? null : await paperFacts(deps, order, position);
  return facts && paperOfPerson(deps, facts, choice.paper);
}

/** What is answered where an order has no such paper: not yet, before it is paid; otherwise not at all. */
export function noSuchPaper(order: OrderRow): Reply<never> {
  if (order.paid_at === null) return fail('paper-not-ready', '付款后才有这份文件');
  return fail('not-found', '没有找到这份文件，请返回后重新进入');
}

/** Null for the policy of another order. */
function positionOf(deps: CertificateDependencies, order: OrderRow, choice: PaperChoice): number | null {
  if (choice.policyNo === undefined) return choice.position ?? 1;
  const policyId = deps.numbers.policyId(choice.policyNo);
  return policyId !== null && orderIdOf(policyId) === order.id ? Number(policyId & 15n) : null;
}

/** The papers of everybody insured by an order, in their order; null where nothing is paid. */
export async function everyonesFacts(deps: CertificateDependencies, order: OrderRow): Promise<PaperFacts[] | null> {
  const all = await Promise.all(
    Array.from({ length: order.insured_count }, (_, index) => paperFacts(deps, order, index + 1)),
  );
  const facts = all.filter((one): one is PaperFacts => one !== null);
  return facts.length === 0 ? null : facts;
}

export function paperOfPerson(
  deps: CertificateDependencies,
  facts: PaperFacts,
  paper: 'policy' | 'voucher',
): FoundPaper {
  const isMaking = paper === 'policy' && !facts.policy;
  return {
    paper,
    id: positionId(facts.order.id, facts.position),
    position: facts.position,
    policyNo: facts.policy ? deps.numbers.policyNo(positionId(facts.order.id, facts.position)) : null,
    changeNo: null,
    title: PAPER_TITLES[paper],
    insuredName: facts.insured.name,
    state: paperState(facts, paper),
    voided: voidedView(facts),
    fileName: paperFileName(facts, paper),
    drawing() {
      if (isMaking) throw new Error('the policy is not issued yet');
      return personDrawing(deps, facts, paper);
    },
  };
}

/** A voucher is there with the payment, a policy when it is issued; what never was issued is void, not being made. */
export function paperState(facts: PaperFacts, paper: 'policy' | 'voucher'): FoundPaper['state'] {
  if (facts.voided) return 'void';
  return paper === 'voucher' || facts.policy ? 'ready' : 'making';
}

export function voidedView(facts: PaperFacts): FoundPaper['voided'] {
  return facts.voided && { at: formatDateTime(facts.voided.voidedAtMs), reason: facts.voided.reason };
}

export async function moneyPaperOfOrder(deps: CertificateDependencies, order: OrderRow): Promise<FoundPaper> {
  const { drawing, fileName } = await moneyPaper(deps.payment, order);
  return {
    paper: 'money',
    id: positionId(order.id, 0),
    position: null,
    policyNo: null,
    changeNo: null,
    title: PAPER_TITLES.money,
    insuredName: null,
    state: 'ready',
    voided: null,
    fileName,
    drawing: () => drawing,
  };
}

/** A paper that can be drawn: a policy that never was issued has none, void or not. */
export function canBeDrawn({ paper, policyNo, state }: FoundPaper): boolean {
  return state !== 'making' && (paper !== 'policy' || policyNo !== null);
}

/** False when this person had too many papers drawn lately. */
export function mayDraw(deps: CertificateDependencies, userId: bigint): Promise<boolean> {
  return deps.limiter.allows(DRAWING_LIMIT, String(userId));
}
