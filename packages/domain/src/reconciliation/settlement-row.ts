import { type BeijingDay, parseDate } from '../date/index.ts';
import { type Fen, fenToYuanText, yuanTextToFen } from '../money/index.ts';

/** One line of a settlement statement: what a provider paid into the account for one of its bill days. */
export interface SettlementRow {
  readonly provider: string;
  /** The bill day it is for. */
  readonly day: BeijingDay;
  /** Payments less refunds, before the fee. */
  readonly grossFen: Fen;
  readonly feeFen: Fen;
  /** What came: gross less fee. */
  readonly netFen: Fen;
  readonly arrivedOn: BeijingDay;
  /** The bank's number of the transfer. */
  readonly reference: string;
}

const NAMES = ['渠道', '账单日', '结算金额', '手续费', '到账金额', '到账日', '银行流水号'] as const;
export const SETTLEMENT_COLUMNS: readonly string[] = NAMES;
/** Ten times what a day of the whole province comes to; sums stay exact. */
const MOST_FEN = 100_000_000_000;

/** Where a statement has each column, in the order of `SETTLEMENT_COLUMNS`; or what is wrong with its heading. */
export function settlementColumns(cells: readonly string[]): readonly number[] | string {
  const names = cells.map((cell) => cell.trim());
  const missing = NAMES.filter((name) => !names.includes(name));
  if (missing.length > 0) return `第一行缺少列：${missing.join('、')}`;
  if (new Set(names.filter(Boolean)).size !== names.filter(Boolean).length) return '第一行有两列的名字相同';
  return NAMES.map((name) => names.indexOf(name));
}

/** Reads one line, or says what is wrong with it and how it should be. `providers`: codes by what they are called. */
export function settlementRow(
  cells: readonly string[],
  columns: readonly number[],
  providers: ReadonlyMap<string, string>,
  today: BeijingDay,
): SettlementRow | string {
  const [name = '', day = '', gross = '', fee = '', net = '', arrivedOn = '', reference = ''] = columns.map((at) =>
    (cells[at] ?? '').trim(),
  );
  const provider = providers.get(name);
  if (provider === undefined) return `没有这个渠道，应为：${[...providers.keys()].join('、')}`;
  if (!isDay(day)) return '账单日应写成日期，如 2026-11-20';
  if (!isDay(arrivedOn)) return '到账日应写成日期，如 2026-11-20';
  if (arrivedOn < day) return '到账日早于账单日';
  if (arrivedOn > today) return '到账日还没到';
  const [grossFen, feeFen, netFen] = [gross, fee, net].map(fenOf);
  if (grossFen === null || grossFen === undefined) return '结算金额应为元，最多两位小数';
  if (feeFen === null || feeFen === undefined) return '手续费应为元，最多两位小数';
  if (netFen === null || netFen === undefined) return '到账金额应为元，最多两位小数';
  if (grossFen - feeFen !== netFen) {
    return `到账金额应为结算金额减手续费，即 ${fenToYuanText(grossFen - feeFen)}`;
  }
  if (!/^[0-9A-Za-z-]{4,64}$/.test(reference)) return '银行流水号应为 4 到 64 位字母、数字或横线';
  return { provider, day, grossFen, feeFen, netFen, arrivedOn, reference };
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && parseDate(text) !== null;

function fenOf(text: string): Fen | null {
  const fen = yuanTextToFen(text);
  return fen !== null && Math.abs(fen) <= MOST_FEN ? fen : null;
}
