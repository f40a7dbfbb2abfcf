import { randomBytes } from 'node:crypto';
import type { Query } from '../../apps/server/src/db/database.ts';

let counted = 5_000_000_000n;

/** What a column holds about which a test says nothing. */
function anyValue(type: string, nowMs: number): unknown {
  counted += 1n;
  if (type === 'bytea') return randomBytes(32);
  if (type === 'jsonb') return '[]';
  if (type === 'boolean') return false;
  if (type === 'ARRAY') return '{}';
  if (type === 'bigint') return counted;
  if (type === 'smallint' || type === 'integer') return 1;
  if (type === 'date' || type.startsWith('timestamp')) return new Date(nowMs);
  return `t${counted}`;
}

/** A row of any table: what is said of it, and anything for the columns that must not be empty. */
export async function addRow(
  query: Query,
  table: string,
  said: Readonly<Record<string, unknown>>,
  nowMs: number,
): Promise<void> {
  const columns = await query<{ name: string; type: string; needed: boolean }>(
    `select column_name as name, data_type as type, is_nullable = 'NO' and column_default is null as needed
     from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const unknown = Object.keys(said).filter((name) => !names.includes(name));
  if (columns.length === 0 || unknown.length > 0) throw new Error(`no such columns: ${table} ${unknown.join(' ')}`);
  const row = columns
    .filter(({ name, needed }) => needed || name in said)
    .map(({ name, type }) => [name, name in said ? said[name] : anyValue(type, nowMs)] as const);
  await query(
    `insert into ${table} (${row.map(([name]) => name).join(', ')}) values (${row.map((_, index) => `$${index + 1}`).join(', ')})`,
    row.map(([, value]) => value),
  );
}
