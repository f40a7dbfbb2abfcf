import { type Block, blocksOf, hiddenRows, hiddenSums } from '@huimin/domain/report';
import type { Query } from '../../db/database.ts';
import { Conditions, withinOrders } from '../order-desk/index.ts';
import type { StaffMember } from '../staff/index.ts';
import { addUp, type SumRow, type Sums, total } from './figures.ts';
import type { ReportDependencies } from './report-deps.ts';

/** Facts of one kind, by what they are told apart, in the order of their days. */
export interface FlowAsk {
  readonly fact: string;
  readonly by: 'city' | 'method' | 'detail';
  /** Kinds that count, or do not. */
  readonly only?: readonly string[];
  readonly without?: readonly string[];
  /** Of what there have to be ten. */
  readonly basis: 'people' | 'cases';
  /** Only shares are made of it: nothing of it is hidden, and the running month has its sums. */
  readonly isOpen?: boolean;
  /** What a value is called; values of one name are one. */
  nameOf(value: string): string;
  /** Names that stand first, in this order; others by the alphabet. */
  readonly order?: readonly string[];
}

export interface FlowRow {
  readonly name: string;
  readonly days: readonly string[];
  /** In the order of the values; null where a cell is not shown. */
  readonly cells: readonly (Sums | null)[];
  readonly all: Sums;
}

export interface FlowMonth {
  readonly month: string;
  readonly rows: readonly FlowRow[];
  readonly all: Sums;
  /** Sums of the values; null while the month runs, when each day would tell what was added to them. */
  readonly sums: readonly (Sums | null)[] | null;
}

/** What is shown of facts, the same whoever asks again and whenever: whole days in tens at least, small cells hidden. */
export interface Flow {
  readonly values: readonly string[];
  readonly months: readonly FlowMonth[];
}

const NONE: Sums = { cases: 0, people: 0, fen: 0 };

/** Days that are counted for good stay as they are; only a program of another version counts them anew. */
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 200;

export type FlowReader = ReturnType<typeof flowReader>;

/** Reads flows and keeps them for a while, by whose they are. */
export function flowReader(deps: ReportDependencies) {
  const kept = new Map<string, { readonly atMs: number; readonly flow: Promise<Flow> }>();
  /** @param until days before it are counted for good */
  return (member: StaffMember, edition: string, until: string, ask: FlowAsk): Promise<Flow> => {
    const key = JSON.stringify([member.scope, edition, until, ask]);
    const former = kept.get(key);
    if (former && deps.clock.now() - former.atMs < KEPT_MS) return former.flow;
    if (kept.size >= MOST_KEPT) kept.clear();
    const flow = readFlow(deps, member, edition, until, ask);
    kept.set(key, { atMs: deps.clock.now(), flow });
    flow.catch(() => kept.delete(key));
    return flow;
  };
}

async function readFlow(
  deps: ReportDependencies,
  member: StaffMember,
  edition: string,
  until: string,
  ask: FlowAsk,
): Promise<Flow> {
  const conditions = new Conditions();
  withinOrders(conditions, deps.editions, member.scope);
  conditions.add('o.edition_code = ? and o.fact = ? and o.day < ?::date', edition, ask.fact, until);
  if (ask.only) conditions.add('o.detail = any(?::text[])', ask.only);
  if (ask.without) conditions.add('o.detail <> all(?::text[])', ask.without);
  const by = ['day', ask.by] as ['day', 'detail'];
  const found: SumRow<'day' | 'detail'>[] = await addUp(deps.database.query, 'report_days', by, conditions);
  const named = found.map((row) => ({ ...row, value: ask.nameOf(row[ask.by as 'detail']) }));
  return flowOf(named, until, ask);
}

type Found = Sums & { readonly day: string; readonly value: string };

function flowOf(found: readonly Found[], until: string, { basis, isOpen = false, order = [] }: FlowAsk): Flow {
  const placeOf = (value: string) => (order.indexOf(value) + order.length + 1) % (order.length + 1);
  const values = [...new Set(found.map(({ value }) => value))].sort(
    (a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1),
  );
  const days = new Map<string, Found[]>();
  for (const row of found) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  const counts = [...days].map(([day, rows]) => ({ day, count: total(rows)[basis] }));
  const blocks = blocksOf(
    counts.sort((a, b) => (a.day < b.day ? -1 : 1)),
    isOpen ? 1 : undefined,
  );
  const rowOf = (block: Block) => {
    const rows = block.days.flatMap((day) => days.get(day) ?? []);
    return { block, cells: values.map((value) => total(rows.filter((row) => row.value === value))), all: total(rows) };
  };
  const months = [...new Set(blocks.map(({ until: day }) => day.slice(0, 7)))];
  return {
    values,
    months: months.map((month) => {
      const found = blocks.filter((block) => block.until.startsWith(month)).map(rowOf);
      const counts = found.map(({ cells }) => cells.map((cell) => cell[basis]));
      const hidden = isOpen ? counts.map((cells) => cells.map(() => false)) : hiddenRows(counts);
      const isOver = isOpen || month < until.slice(0, 7);
      const without = isOver && hiddenSums(counts.map((cells, index) => ({ cells, hidden: hidden[index] ?? [] })));
      return {
        month,
        rows: found.map(({ block, cells, all }, row) => ({
          ...{ name: nameOfBlock(block), days: block.days, all },
          cells: cells.map((cell, column) => (hidden[row]?.[column] ? null : cell)),
        })),
        all: total(found.map(({ all }) => all)),
        sums:
          without === false
            ? null
            : values.map((_, column) =>
                without[column] ? null : total(found.map(({ cells }) => cells[column] ?? NONE)),
              ),
      };
    }),
  };
}

function nameOfBlock({ days }: Block): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  if (first === last) return first;
  return `${first} 到 ${last.slice(0, 4) === first.slice(0, 4) ? last.slice(5) : last}`;
}

/** Until which day the facts are counted for good; null before the first count. */
export async function closedUntil(query: Query): Promise<string | null> {
  const [row] = await query<{ closed_until: string | null }>(
    `select to_char(closed_until, 'YYYY-MM-DD') as closed_until from report_progress`,
    [],
  );
  return row?.closed_until ?? null;
}
