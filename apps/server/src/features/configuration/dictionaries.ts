import type { DictionaryCode } from '@huimin/contract/vocabulary';
import type { DictionaryEntry } from '@huimin/domain/dictionary';
import type { Query } from '../../db/database.ts';

interface Row extends DictionaryEntry {
  readonly sort: number;
}

/** Entries of a dictionary in their order, those that are not offered too. */
export async function dictionaryRows(query: Query, code: string): Promise<Row[]> {
  return query<Row>(
    `select value, label, sort, is_offered as "isOffered" from dictionaries where code = $1 order by sort, value`,
    [code],
  );
}

/** What can be chosen of a list now, in the operators' words and order; as the code has it where nothing is kept. */
export async function offeredEntries<V extends string>(
  query: Query,
  code: DictionaryCode,
  all: readonly { readonly value: V; readonly label: string }[],
): Promise<{ value: V; label: string }[]> {
  const rows = await dictionaryRows(query, code);
  if (rows.length === 0) return all.map(({ value, label }) => ({ value, label }));
  const known = new Map(all.map(({ value }) => [value as string, value]));
  return rows.flatMap(({ value, label, isOffered }) => {
    const one = known.get(value);
    return isOffered && one !== undefined ? [{ value: one, label }] : [];
  });
}

/** Takes over words, order and what is offered; the list's values stay. */
export async function writeDictionary(
  query: Query,
  code: DictionaryCode,
  entries: readonly DictionaryEntry[],
): Promise<void> {
  await query(
    `update dictionaries d set label = n.label, sort = n.sort, is_offered = n."isOffered"
     from jsonb_to_recordset($2::jsonb) as n (value text, label text, sort integer, "isOffered" boolean)
     where d.code = $1 and d.value = n.value`,
    [code, JSON.stringify(entries.map((entry, sort) => ({ ...entry, sort })))],
  );
}
