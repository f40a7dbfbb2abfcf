import { isOnSale } from '@huimin/domain/product';
import { fail, type Reply, type SessionUser } from '../../http/handler.ts';
import type { StoredMember } from '../insured/index.ts';
import type { PurchaseWay } from './purchase-way.ts';
import {
  changedDocument,
  checkedPeople,
  claimAndSave,
  type RefusedPerson,
  type Saved,
  type WritesOrders,
} from './save-order.ts';

/** An order that nobody presses a button for: its payer has agreed to it in a contract. */
export interface ContractOrder {
  readonly user: Pick<SessionUser, 'id' | 'shard'>;
  readonly editionCode: string;
  readonly planCode: string;
  /** The same one gives the same order. */
  readonly clientKey: string;
  readonly agreedDocuments: readonly { readonly key: string; readonly version: number }[];
  readonly policyholder: StoredMember;
  readonly insured: readonly StoredMember[];
}

const BY_CONTRACT: PurchaseWay = { flow: 'normal', coverFrom: null, assistanceNo: null, attribution: null };

export type SaveByContract = (order: ContractOrder) => Promise<Reply<Saved>>;

/** Saves by the same checks, claims and statement as an order from a page. */
export function saveByContract(deps: WritesOrders): SaveByContract {
  return async ({ user, editionCode, policyholder, insured, agreedDocuments, ...wish }) => {
    const edition = deps.editions.edition(editionCode);
    if (!edition) return fail('not-found', '没有这个产品');
    const nowMs = deps.clock.now();
    if (!isOnSale(edition.document, nowMs)) return fail('not-on-sale');
    const agreed = [...agreedDocuments];
    const changed = changedDocument(edition, { agreedDocuments: agreed });
    if (changed) return fail('documents-changed', `《${changed}》有更新`);
    const people = checkedPeople(edition, { policyholder, insured }, nowMs);
    if (!people.ok) return people;
    return claimAndSave(deps, edition, { ...wish, agreedDocuments: agreed }, { user }, people.value, BY_CONTRACT);
  };
}

/** Who is in the way, where that is why an order was not saved. */
export function peopleInTheWay(reply: Reply<Saved>): readonly RefusedPerson[] {
  if (reply.ok || reply.name !== 'already-insured') return [];
  return (reply.details as { readonly people: readonly RefusedPerson[] }).people;
}
