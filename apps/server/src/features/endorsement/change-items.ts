import type { ChangeField, ChangeItem } from '@huimin/domain/endorsement';
import type { PersonDetails } from '../insured/index.ts';

/** A person as a change sees them: with where they are insured. */
export interface ChangedPerson extends PersonDetails {
  readonly regionCode: string | null;
}

/** What differs, in the order of `fields`. */
export function itemsBetween(
  before: ChangedPerson,
  after: ChangedPerson,
  fields: readonly ChangeField[],
): ChangeItem[] {
  return fields.flatMap((field) => {
    const [old, now] = [before[field] ?? null, after[field] ?? null];
    return old === now ? [] : [{ field, before: old, after: now }];
  });
}

/** The person with the items put in; null where one of them is no longer what it was. */
export function withItems(person: ChangedPerson, items: readonly ChangeItem[]): ChangedPerson | null {
  if (items.some(({ field, before }) => (person[field] ?? null) !== before)) return null;
  return { ...person, ...Object.fromEntries(items.map(({ field, after }) => [field, after])) };
}
