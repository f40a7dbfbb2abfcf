import type { Person } from '@huimin/testing';
import { newestCode, type Shop, type Visitor } from './shop.ts';

/** What a resident is given as the copy of what is held: rows by the kind they are of. */
export async function ownCopy(shop: Shop, visitor: Visitor, { phone }: Pick<Person, 'phone'>) {
  shop.clock.advance(61_000);
  await visitor.value('sendOwnDataCode');
  const copy = await visitor.value('exportOwnData', { code: newestCode(shop.sandbox, phone) });
  return { ...copy, rowsOf: (what: string) => copy.parts.find((part) => part.what === what)?.rows };
}
