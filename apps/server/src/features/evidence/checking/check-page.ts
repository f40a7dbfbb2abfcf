import type { Depth, Report, VerdictWord } from '@huimin/evidence/verify';
import { type Checker, isSameLog, noteVerdicts } from './check-recording.ts';
import type { CheckingDependencies } from './check-run.ts';

/** Verdicts that somebody has to look into. */
const TO_LOOK_INTO: readonly VerdictWord[] = ['altered', 'incomplete'];

/** What a page of recordings is checked for. */
export interface PageWish {
  readonly depth: Depth;
  /** Which reports are handed on: every one, or those that somebody has to look into. */
  readonly told: 'all' | 'to-look-into';
}

/** What came of a page of recordings, small enough to go from one thread to another. */
export interface CheckedPage {
  readonly verdicts: ReadonlyMap<VerdictWord, number>;
  readonly reports: readonly Report[];
  /** Recordings of which nothing is sealed. */
  readonly notSealed: readonly string[];
  /** Whether the log was found to go on from the one that was seen before. */
  readonly isSameLog: boolean;
}

/** Checks recordings that lie near each other in time, and writes down what came of it. */
export async function checkPage(
  deps: CheckingDependencies,
  checker: Checker,
  traces: readonly string[],
  { depth, told }: PageWish,
): Promise<CheckedPage> {
  const reports: Report[] = [];
  for await (const report of checker.checkMany(traces)) reports.push(report);
  await noteVerdicts(deps, reports, { depth, checkpoint: checker.checkpoint });
  const verdicts = new Map<VerdictWord, number>();
  for (const { verdict } of reports) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  const checked = new Set(reports.map(({ trace }) => trace));
  return {
    verdicts,
    reports: told === 'all' ? reports : reports.filter(({ verdict }) => TO_LOOK_INTO.includes(verdict)),
    notSealed: traces.filter((trace) => !checked.has(trace)),
    isSameLog: reports.some(isSameLog),
  };
}
