import type { ConsoleHandlerTable } from '../staff/index.ts';
import type { ReportDependencies } from './report-deps.ts';
import { showDashboard } from './show-dashboard.ts';
import { showReport } from './show-report.ts';

export { addUp, countedAt, type SumRow, type Sums, total } from './figures.ts';
export { reportExports } from './report-exports.ts';
export { reportJobs } from './report-job.ts';

/** The console's calls of this topic, by name. */
export function reportHandlers(deps: ReportDependencies) {
  return {
    showDashboard: showDashboard(deps),
    showReport: showReport(deps),
  } satisfies ConsoleHandlerTable;
}
