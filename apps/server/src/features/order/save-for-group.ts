import { planOf } from '@huimin/domain/product';
import { fail, type Reply } from '../../http/handler.ts';
import type { StoredMember } from '../insured/index.ts';
import { orderByClientKey } from './order-store.ts';
import type { PurchaseWay } from './purchase-way.ts';
import { type Asker, claimAndSave, type Saved, type WritesOrders } from './save-order.ts';

/** One person of a company's list, whose premium is there. */
export interface GroupOrder {
  /** The group itself: no account's orders. */
  readonly owner: Asker['user'];
  readonly editionCode: string;
  readonly planCode: string;
  /** What the company paid for it. */
  readonly premiumFen: number;
  /** The same one gives the same order. */
  readonly clientKey: string;
  readonly agreedDocuments: readonly { readonly key: string; readonly version: number }[];
  readonly agentCode: string | null;
  /** The company. */
  readonly policyholder: StoredMember;
  readonly insured: StoredMember;
}

/** `another-premium`: the plan costs something else by now, and nothing was saved. */
export type SaveForGroup = (order: GroupOrder) => Promise<Reply<Saved> | 'another-premium'>;

/** Saves by the same claims and statement as an order from a page; the list was checked before. */
export function saveForGroup(deps: WritesOrders): SaveForGroup {
  return async ({ owner, editionCode, policyholder, insured, agreedDocuments, agentCode, premiumFen, ...wish }) => {
    const edition = deps.editions.edition(editionCode);
    if (!edition) return fail('not-found', '没有这个产品');
    // The same edition that is saved by: it cannot change in between. What was saved before keeps its premium.
    const isBilled = planOf(edition.document, wish.planCode)?.premiumFen === premiumFen;
    if (!isBilled && !(await orderByClientKey(deps.database.query, owner, wish.clientKey))) return 'another-premium';
    const attribution = agentCode === null ? null : ({ by: 'agent', agentCode } as const);
    const way: PurchaseWay = { flow: 'normal', coverFrom: null, assistanceNo: null, attribution, forGroup: true };
    const input = { ...wish, agreedDocuments: [...agreedDocuments] };
    return claimAndSave(deps, edition, input, { user: owner }, { policyholder, insured: [insured] }, way);
  };
}
