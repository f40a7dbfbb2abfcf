import type { StatusTable } from './status-table.ts';

type AnyTable = StatusTable<string | number, string>;

function duplicates(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

function reachableFrom(table: AnyTable): Set<string | number> {
  const reached = new Set<string | number>(table.initial);
  // A set visits what is added while it is walked.
  for (const status of reached) {
    for (const [from, to] of table.rows) if (from === status) reached.add(to);
  }
  return reached;
}

/**
 * What is wrong with a table, one sentence each; empty when it is sound: known statuses only, no repeated status, key,
 * row or (status, event) pair, every status reachable, and exactly the declared terminal statuses without a way out.
 */
export function statusTableProblems(table: AnyTable): string[] {
  const known = new Set(table.entries.map((entry) => entry.status));
  const named = [...table.initial, ...table.terminal, ...table.rows.flatMap((row) => row.slice(0, 2))];
  const leaving = new Set(table.rows.map(([from]) => from));
  const reached = reachableFrom(table);
  const all = [...known];
  return [
    ...duplicates(table.entries.map((entry) => String(entry.status))).map(
      (status) => `status ${status} is listed twice`,
    ),
    ...duplicates(table.entries.map((entry) => entry.key)).map((key) => `key ${key} is used twice`),
    ...duplicates(table.rows.map((row) => row.join(' '))).map((row) => `row ${row} is repeated`),
    ...duplicates([...new Set(table.rows.map((row) => row.join(' ')))].map(fromAndEvent)).map(
      (pair) => `${pair} leads to two statuses`,
    ),
    ...[...new Set(named.filter((status) => !known.has(status)))].map((status) => `status ${status} is not listed`),
    ...(table.initial.length === 0 ? ['no initial status'] : []),
    ...all.filter((status) => !reached.has(status)).map((status) => `status ${status} cannot be reached`),
    ...all
      .filter((status) => !leaving.has(status) && !table.terminal.includes(status))
      .map((status) => `status ${status} has no way out and is not declared terminal`),
    ...table.terminal
      .filter((status) => leaving.has(status))
      .map((status) => `terminal status ${status} has a way out`),
  ];
}

function fromAndEvent(row: string): string {
  const [from, , event] = row.split(' ');
  return `${from} on ${event}`;
}
