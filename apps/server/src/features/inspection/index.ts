import type { ConsoleHandlerTable } from '../staff/index.ts';
import type { InspectionDependencies } from './inspection-deps.ts';
import { listOwnLooks } from './own-looks.ts';
import { drawSample, listSamples, repeatSample, showSample } from './sample-calls.ts';
import { showIndicators } from './show-indicators.ts';

export { conductJobs } from './conduct-job.ts';
export { inspectionExports } from './working-paper.ts';

/** The console's calls of this topic, by name. */
export function inspectionHandlers(deps: InspectionDependencies) {
  return {
    showIndicators: showIndicators(deps),
    drawSample: drawSample(deps),
    listSamples: listSamples(deps),
    showSample: showSample(deps),
    repeatSample: repeatSample(deps),
    listOwnLooks: listOwnLooks(deps),
  } satisfies ConsoleHandlerTable;
}
