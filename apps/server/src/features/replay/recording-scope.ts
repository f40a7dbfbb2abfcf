import { consortiumOf } from '@huimin/domain/product';
import type { StaffScope } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import type { EditionStore } from '../configuration/index.ts';
import { type RecordingRow, recordingByTrace } from '../recording/index.ts';

type Editions = Pick<EditionStore, 'all'>;
/** Adds a condition to a statement; `?` stands for a value, in their order. */
export type AddCondition = (text: string, ...values: readonly unknown[]) => void;

const isWhole = ({ insurers, cities, channels }: StaffScope): boolean =>
  insurers === null && cities === null && channels === null;

/** Rows `o` of orders that lie within a scope, by the rule of `withinScope`; null: all of them do. */
function ordersWithin(editions: Editions, { insurers, cities, channels }: StaffScope) {
  const texts: string[] = [];
  const values: unknown[] = [];
  const add: AddCondition = (text, ...given) => {
    texts.push(text);
    values.push(...given);
  };
  if (insurers !== null) {
    const codes = editions
      .all()
      .filter(({ document }) => consortiumOf(document.insuranceCompany).some(({ name }) => insurers.includes(name)))
      .map(({ code }) => code);
    add('o.edition_code = any(?::text[])', codes);
  }
  if (cities !== null) add('o.city = any(?::text[])', cities);
  if (channels !== null) add('o.channel = any(?::text[])', channels);
  return texts.length === 0 ? null : { text: texts.join(' and '), values };
}

/** For rows `r` of recordings: one of whose orders lies within the scope. What has no order is for those who see everything. */
export function recordingsWithin(add: AddCondition, editions: Editions, scope: StaffScope): void {
  const orders = ordersWithin(editions, scope);
  if (orders === null) return;
  add(
    `exists (select 1 from order_recordings b join orders o on o.shard = b.shard and o.id = b.order_id
       where b.trace = r.trace and ${orders.text})`,
    ...orders.values,
  );
}

/** For rows `b` of order_recordings. */
export function ordersOfListWithin(add: AddCondition, editions: Editions, scope: StaffScope): void {
  const orders = ordersWithin(editions, scope);
  if (orders === null) return;
  add(
    `exists (select 1 from orders o where o.shard = b.shard and o.id = b.order_id and ${orders.text})`,
    ...orders.values,
  );
}

/** What is needed to tell who of the staff sees a recording. */
export interface SeenBy {
  readonly editions: Editions;
}

/** Whether somebody sees a recording. */
export const seesRecording = async (
  { editions }: SeenBy,
  query: Query,
  member: { readonly scope: StaffScope },
  trace: string,
): Promise<boolean> => (await seenRecording({ database: { query }, editions }, member, trace)) !== null;

/** A recording as this person sees it; to whoever does not, it is not there. */
export async function seenRecording(
  { database: { query }, editions }: { readonly database: { readonly query: Query }; readonly editions: Editions },
  { scope }: { readonly scope: StaffScope },
  trace: string,
): Promise<RecordingRow | null> {
  const recording = await recordingByTrace(query, trace);
  if (recording === null || isWhole(scope)) return recording;
  const conditions = createConditions();
  conditions.add('r.shard = ? and r.trace = ?', recording.shard, trace);
  recordingsWithin(conditions.add, editions, scope);
  const rows = await query(`select 1 as seen from recordings r where ${conditions.text}`, conditions.values);
  return rows.length > 0 ? recording : null;
}

/** Conditions of a statement, each with its values. */
export function createConditions() {
  const texts: string[] = [];
  const values: unknown[] = [];
  const value = (given: unknown): string => {
    values.push(given);
    return `$${values.length}`;
  };
  const add: AddCondition = (text, ...given) => {
    let next = values.length;
    texts.push(text.replace(/\?/g, () => `$${++next}`));
    values.push(...given);
  };
  return {
    add,
    value,
    values,
    get text() {
      return texts.length === 0 ? 'true' : texts.join(' and ');
    },
  };
}
