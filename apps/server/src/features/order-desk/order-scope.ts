import { consortiumOf } from '@huimin/domain/product';
import { type StaffScope, withinScope } from '@huimin/domain/staff';
import type { EditionStore } from '../configuration/index.ts';

/** What of an order decides who of the staff sees it. */
export interface ScopedOrder {
  readonly edition_code: string;
  readonly city: string | null;
  readonly channel: string | null;
}

type Editions = Pick<EditionStore, 'all'>;

/** Who carries an edition's policies. */
function insurersOf(editions: Editions, code: string): string[] {
  const edition = editions.all().find((one) => one.code === code);
  return edition ? consortiumOf(edition.document.insuranceCompany).map(({ name }) => name) : [];
}

/** Whether one order lies within a scope. */
export function seesOrder(editions: Editions, scope: StaffScope, order: ScopedOrder): boolean {
  return withinScope(scope, {
    insurers: insurersOf(editions, order.edition_code),
    city: order.city,
    channel: order.channel,
  });
}

/** Conditions of a statement over orders, each with its values. */
export class Conditions {
  readonly #texts: string[] = [];
  readonly values: unknown[] = [];

  /** `?` stands for a value, in their order. */
  add(text: string, ...values: readonly unknown[]): void {
    let next = this.values.length;
    this.#texts.push(text.replace(/\?/g, () => `$${++next}`));
    this.values.push(...values);
  }

  /** The number of a value that is none of a condition's. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get text(): string {
    return this.#texts.length === 0 ? 'true' : this.#texts.join(' and ');
  }
}

/** Narrows rows `o` of orders to a scope. */
export function withinOrders(conditions: Conditions, editions: Editions, scope: StaffScope): void {
  const { insurers, cities, channels } = scope;
  if (insurers !== null) {
    const codes = editions
      .all()
      .map(({ code }) => code)
      .filter((code) => insurersOf(editions, code).some((name) => insurers.includes(name)));
    conditions.add('o.edition_code = any(?::text[])', codes);
  }
  if (cities !== null) conditions.add('o.city = any(?::text[])', cities);
  if (channels !== null) conditions.add('o.channel is not null and o.channel = any(?::text[])', channels);
}
