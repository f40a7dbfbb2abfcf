import type { OrderMoneyValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';
import type { TimelineStep } from '../../ui/timeline.tsx';

type Entry = OrderMoneyValue['entries'][number];

/** The day on which all of it happened; null when there were several. */
export function onlyDay(entries: readonly Entry[]): string | null {
  const days = new Set(entries.flatMap(({ at }) => (at === null ? [] : [at.slice(0, 10)])));
  return days.size === 1 ? ([...days][0] ?? null) : null;
}

/** Entries as the timeline takes them; of a `day` that stands above them only the time is said. */
export function moneySteps(entries: readonly Entry[], day: string | null = null): TimelineStep[] {
  return entries.map(({ mark, title, text, amountFen, ...more }) => ({
    state: mark,
    title,
    // A sum and its unit stay on one line.
    note: text?.replace(/ 元/g, '\u00a0元') ?? null,
    sum: amountFen === null ? null : `${formatYuan(amountFen)} 元`,
    when: whenText(more, day),
  }));
}

function whenText({ at, latest, serial }: Pick<Entry, 'at' | 'latest' | 'serial'>, day: string | null): string {
  const moment = at !== null && day !== null && at.startsWith(day) ? at.slice(11) : at;
  return [moment, latest && `最晚 ${latest}`, serial].filter((part) => part !== null).join('　');
}

export interface MoneyPart {
  readonly kind: 'used' | 'returning' | 'returned';
  readonly label: string;
  readonly fen: number;
  /** Of what was charged, in percent; the parts come to 100. */
  readonly percent: number;
}

/** What became of the money that was charged; nothing where nothing was. */
export function moneyParts(money: Omit<OrderMoneyValue, 'entries' | 'next'>, isElder: boolean): MoneyPart[] {
  const { chargedFen, usedFen, returningFen, returnedFen, insuredCount } = money;
  const [purpose, everyday] = money.kind === 'upgrade' ? ['用于升级', '升级用了'] : ['用于参保', '买保险用了'];
  const used = insuredCount > 0 ? `${purpose}，${insuredCount} 人` : purpose;
  const parts: Omit<MoneyPart, 'percent'>[] = [
    { kind: 'used', label: isElder ? everyday : used, fen: usedFen },
    { kind: 'returning', label: isElder ? '要退给您' : '正在退给您', fen: returningFen },
    { kind: 'returned', label: '已经退给您', fen: returnedFen },
  ];
  return parts.filter(({ fen }) => fen > 0).map((part) => ({ ...part, percent: (part.fen / chargedFen) * 100 }));
}
