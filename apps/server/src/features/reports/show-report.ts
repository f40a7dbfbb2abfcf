import type { ConsoleCalls, ReportValue } from '@huimin/contract/console';
import { addDays } from '@huimin/domain/date';
import { fail, ok } from '../../http/handler.ts';
import { editionsOfYear } from '../configuration/index.ts';
import type { ConsoleHandler, StaffMember } from '../staff/index.ts';
import { closedUntil, type FlowAsk, type FlowReader, flowReader } from './flow.ts';
import type { ReportDependencies } from './report-deps.ts';
import { REPORT_KINDS, type ReportName } from './report-kinds.ts';

export interface ReportChoice {
  readonly report: ReportName;
  readonly by?: string | undefined;
  readonly measure?: string | undefined;
  /** `2026-11`, or `all`; without one the newest month. */
  readonly month?: string | undefined;
  readonly edition?: string | undefined;
}

export function showReport(deps: ReportDependencies): ConsoleHandler<ConsoleCalls['showReport']> {
  const read = flowReader(deps);
  return async (input, { member }) => {
    const problem = choiceProblem(deps, input);
    if (problem !== null) return fail(problem === NO_EDITION ? 'not-found' : 'bad-input', problem);
    return ok(await reportOf(deps, read, member, input));
  };
}

const NO_EDITION = '没有这个产品版本';

/** What is wrong with a choice, as a sentence; null when nothing is. */
export function choiceProblem(deps: ReportDependencies, { report, by, measure, edition }: ReportChoice): string | null {
  const { ways, measures } = REPORT_KINDS[report];
  if (by !== undefined && !ways.some(({ value }) => value === by)) return '这张报表不能这样分';
  if (measure !== undefined && !measures.some(({ value }) => value === measure)) return '这张报表没有这个数';
  return editionOf(deps, edition) === undefined ? NO_EDITION : null;
}

/** An edition by its code; without one the one on show. */
export const editionOf = ({ editions }: ReportDependencies, code: string | undefined) =>
  editions.all().find((one) => (code === undefined ? one.isDefault : one.code === code));

/** One report as far as somebody's scope reaches; the choice has been looked at. */
export async function reportOf(
  deps: ReportDependencies,
  read: FlowReader,
  member: StaffMember,
  choice: ReportChoice,
): Promise<ReportValue> {
  const kind = REPORT_KINDS[choice.report];
  const edition = editionOf(deps, choice.edition);
  if (!edition) throw new Error(NO_EDITION);
  const { editionYear, name } = edition.document;
  const former = editionsOfYear(deps.editions, { name, editionYear: editionYear - 1 });
  const until = await closedUntil(deps.database.query);
  const flow = (ask: FlowAsk, of = edition) => read(member, of.code, until ?? '2000-01-01', ask);
  const by = choice.by ?? kind.ways[0]?.value ?? '';
  const measure = choice.measure ?? kind.measures[0]?.value ?? '';
  const months = kind.days === null ? [] : (await flow(kind.days(by))).months.map(({ month }) => month).reverse();
  const month = kind.days === null || choice.month === 'all' ? '' : (choice.month ?? months[0] ?? '');
  return {
    ...{ report: choice.report, title: kind.title, by, measure, note: kind.note, months, month },
    ...{ ways: [...kind.ways], measures: [...kind.measures], edition: edition.code },
    editions: deps.editions.all().map(({ code, document }) => ({ code, name: document.proName ?? code })),
    until: until === null ? null : addDays(until, -1),
    ...(await kind.make({ by, measure, month, edition, former, flow })),
  };
}
