import type { CallFailure } from '../../api/client.ts';

/** Somebody who cannot be insured with this order, as the server says it. */
export interface RefusedPerson {
  readonly memberId: string;
  readonly name: string;
  /** Covered already, in an unpaid order of this account, or in one of somebody else. */
  readonly state: 'insured' | 'own-order' | 'other-order';
}

/** What a refused order means for the page. */
export type OrderRefusal =
  | { readonly kind: 'people'; readonly people: readonly RefusedPerson[]; readonly message: string }
  /** A document is newer than the one that was read. */
  | { readonly kind: 'documents-changed'; readonly message: string }
  /** The order of this client key was closed. */
  | { readonly kind: 'closed' }
  /** Payer or people have to be put right. */
  | { readonly kind: 'correct-people'; readonly message: string }
  /** Shown by the app itself: not on sale, not logged in. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'other'; readonly message: string };

/** Reads the server's answer to an order that was not saved. */
export function orderRefusalOf(failure: Pick<CallFailure, 'name' | 'message' | 'result'>): OrderRefusal {
  const { name, message } = failure;
  switch (name) {
    case 'already-insured':
      return { kind: 'people', people: refusedPeople(failure.result), message };
    case 'documents-changed':
      return { kind: 'documents-changed', message };
    case 'order-state':
      return { kind: 'closed' };
    case 'adult-required':
    case 'not-found':
    case 'bad-input':
      return { kind: 'correct-people', message };
    case 'not-on-sale':
    case 'not-logged-in':
      return { kind: 'elsewhere' };
    default:
      return { kind: 'other', message };
  }
}

function refusedPeople(result: unknown): RefusedPerson[] {
  const people = (result as { people?: unknown } | null)?.people;
  if (!Array.isArray(people)) return [];
  return people.filter(
    (person): person is RefusedPerson =>
      typeof person?.memberId === 'string' &&
      typeof person.name === 'string' &&
      ['insured', 'own-order', 'other-order'].includes(person.state),
  );
}

/** One sentence per group of people and what to do about it; names as the server gave them. */
export function refusalSentences(people: readonly RefusedPerson[]): string[] {
  const names = (state: RefusedPerson['state']) =>
    people
      .filter((person) => person.state === state)
      .map((person) => person.name)
      .join('、');
  const [insured, own, other] = [names('insured'), names('own-order'), names('other-order')];
  return [
    insured && `${insured}已经参加本年度保障，不用再买`,
    own && `${own}有一笔订单还没办完，请先看那笔订单，付款或者取消。改过信息的，要取消后重新下单`,
    other && `${other}正在由别的家人参保，请先问一下家人`,
  ].filter((sentence) => sentence !== '');
}
