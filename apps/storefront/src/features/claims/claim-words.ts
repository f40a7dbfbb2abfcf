import type { ClaimStepValue, ClaimValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { saidYuan } from '@huimin/domain/money';

type TagTone = 'ok' | 'warn' | 'info' | 'neutral';

const TONES: Readonly<Record<string, TagTone>> = {
  accepted: 'info',
  'papers-asked': 'warn',
  reviewing: 'warn',
  calculating: 'info',
  'to-pay': 'info',
  paid: 'ok',
};

export function claimTone(claim: Pick<ClaimValue, 'status'>): TagTone {
  return TONES[claim.status] ?? 'neutral';
}

/** 2026 年住院 第 1 次; in everyday words 2026 年第 1 次住院. */
export function claimTitle(claim: Pick<ClaimValue, 'editionYear' | 'kindLabel' | 'ordinal'>, everyday = false): string {
  const { editionYear, kindLabel, ordinal } = claim;
  return everyday ? `${editionYear} 年第 ${ordinal} 次${kindLabel}` : `${editionYear} 年${kindLabel} 第 ${ordinal} 次`;
}

/** 2026.03.02 - 2026.03.11, or the one day. */
export function visitDays({ visitFrom, visitTo }: Pick<ClaimValue, 'visitFrom' | 'visitTo'>): string {
  return visitFrom === visitTo ? formatDotDate(visitTo) : `${formatDotDate(visitFrom)} - ${formatDotDate(visitTo)}`;
}

/** 12.8 万, or 9,800 below ten thousand. */
export function shortYuan(fen: number): string {
  if (fen < 1_000_000) return saidYuan(fen);
  return `${(Math.round(fen / 10_000) / 100).toFixed(2).replace(/\.?0+$/, '')} 万`;
}

/** When and where the money comes or came; null before anything was agreed. */
export function arrivalText(claim: ClaimValue, everyday = false): string | null {
  const { accountTail, paidOn, clock } = claim;
  const account =
    accountTail === null ? '' : everyday ? `，账户尾号\u00a0${accountTail}` : `，尾号 ${accountTail} 的账户`;
  if (paidOn !== null) return `${everyday ? spokenDay(paidOn) : `${formatDotDate(paidOn)} `}到账${account}`;
  if (claim.status !== 'to-pay' || clock === null) return null;
  if (clock.isOver) return `应在 ${formatDotDate(clock.byDay)} 前到账，已经过了，请打电话催问`;
  return everyday ? `${spokenDay(clock.byDay)}前到账${account}` : `预计 ${formatDotDate(clock.byDay)} 前到账${account}`;
}

/** The same beside the word 到账. */
export function arrivalValue(claim: ClaimValue, everyday = false): string | null {
  return arrivalText(claim, everyday)?.replace(/ ?到账，(?!已)/, everyday ? '，' : ' ') ?? null;
}

/** 6 月 20 日. */
function spokenDay(day: string): string {
  return `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8, 10))} 日`;
}

/** What an open claim waits for, and until when. */
export function waitingText({ status, clock }: ClaimValue): string | null {
  if (clock === null || status === 'to-pay') return null;
  if (!clock.isOver || status === 'papers-asked') return clock.text;
  // The letter about a refusal has come long since.
  if (status === 'refused') return null;
  return `应在 ${formatDotDate(clock.byDay)} 前有结果，已经过了，请打电话催问`;
}

/** A part of what was charged, with its share of all. */
export interface ClaimPart {
  readonly key: 'medical' | 'deductible' | 'payable' | 'own';
  readonly label: string;
  readonly fen: number;
  readonly percent: number;
}

/** Who pays what; the parts come to the total, and what is nothing is left out. */
export function claimParts(claim: ClaimValue): ClaimPart[] {
  const { sums } = claim;
  if (!sums || sums.totalFen === 0) return [];
  const ratio = sums.ratio === null ? '' : `（${sums.ratio / 100}%）`;
  const parts: [ClaimPart['key'], string, number][] = [
    ['medical', '医保报销', sums.medicalFen],
    ['deductible', '起付线内，自己付', sums.deductibleFen],
    ['payable', `${claim.isEstimate ? '本产品约赔' : '本产品赔付'}${ratio}`, sums.payableFen],
    ['own', sums.deductibleFen > 0 || sums.payableFen > 0 ? '剩余，自己付' : '自己付', sums.ownFen],
  ];
  return parts
    .filter(([, , fen]) => fen > 0)
    .map(([key, label, fen]) => ({ key, label, fen, percent: (fen / sums.totalFen) * 100 }));
}

/** Whether the year has reached no deductible and nothing is paid for that. */
export function isBelow({ shortfalls }: Pick<ClaimValue, 'shortfalls'>): boolean {
  return shortfalls.length > 0;
}

/** The nearest deductible: the one of which least is missing. */
export function nearestShortfall(claim: Pick<ClaimValue, 'shortfalls'>): ClaimValue['shortfalls'][number] | null {
  const left = (one: ClaimValue['shortfalls'][number]) => one.deductibleFen - one.accumulatedFen;
  return [...claim.shortfalls].sort((a, b) => left(a) - left(b))[0] ?? null;
}

/** One step in everyday words: what it is about, and the sum. */
export interface SpokenStep {
  readonly title: string;
  readonly about: string | null;
  readonly sum: string;
}

/** The steps as somebody would say them, without those in which there is nothing. `year`: that they were worked out in. */
export function spokenSteps(steps: readonly ClaimStepValue[], year: number): SpokenStep[] {
  return steps
    .filter(({ key, lines }) => key !== 'remaining' && lines.length > 0)
    .map((step, index) => {
      const title = `${index + 1}. ${step.everyday}`;
      if (step.key === 'total') {
        const parts = step.lines.map(({ fen }) => saidYuan(fen)).join(' + ');
        return {
          title,
          about: null,
          sum: step.lines.length > 1 ? `${parts} = ${saidYuan(step.resultFen)} 元` : `${saidYuan(step.resultFen)} 元`,
        };
      }
      return { title, ...spokenCategory(step, year) };
    });
}

function spokenCategory({ lines, resultFen }: ClaimStepValue, year: number): Pick<SpokenStep, 'about' | 'sum'> {
  const amountFen = lines[0]?.fen ?? 0;
  const takenFen = lines[1]?.fen ?? 0;
  const share = lines.find(({ of }) => of !== null);
  const of = share?.of;
  if (!of) return { about: null, sum: `${saidYuan(resultFen)} 元` };
  const percent = `${of.ratio / 100}%`;
  if (of.fen === 0) return { about: `${saidYuan(amountFen)} 元，还没到起付线`, sum: '这次不赔，0 元' };
  const about =
    takenFen > 0
      ? `${saidYuan(amountFen)} 元，先减 ${saidYuan(takenFen)} 元，剩下的赔 ${percent}`
      : `${saidYuan(amountFen)} 元，赔 ${percent}`;
  const isPlain = share.fen === resultFen;
  const sum = `${saidYuan(of.fen)} × ${percent} = ${saidYuan(share.fen)} 元`;
  return { about, sum: isPlain ? sum : `${sum}，${year} 年还能赔 ${saidYuan(resultFen)} 元` };
}

/** How far the year is with a deductible, in whole percent; a deductible of nothing is reached. */
export function usedPercent(usedFen: number, wholeFen: number): number {
  return wholeFen === 0 ? 100 : Math.min(100, Math.round((usedFen / wholeFen) * 100));
}
