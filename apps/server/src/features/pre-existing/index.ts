import type { HandlerTable } from '../../http/handler.ts';
import { appealPreExisting, supplementPreExistingAppeal, withdrawPreExistingAppeal } from './appeal-calls.ts';
import { askBy } from './ask.ts';
import { downloadPreExistingCert, queryPreExistingCert } from './cert.ts';
import { queryHistoryPolicy } from './history.ts';
import { preExistingOverview } from './overview.ts';
import { queryPreExistingDetail, withdrawPreExisting } from './own-query.ts';
import type { PreExistingDependencies } from './pre-existing-deps.ts';
import { sweepPreExisting } from './review.ts';
import { askDue } from './run-ask.ts';
import { provePreExistingSelf } from './standing.ts';

export { withdrawOwnQueries } from './own-query.ts';
export type { PreExistingDependencies } from './pre-existing-deps.ts';
export { standingQueries } from './query-store.ts';
export {
  type AppealDecision,
  decidePreExistingAppeal,
  paperOfPreExistingAppeal,
  personOfAppeal,
  wholePreExistingAppeal,
} from './review.ts';

/** The calls of this topic, by name. */
export function preExistingHandlers(deps: PreExistingDependencies) {
  return {
    appealPreExisting: appealPreExisting(deps),
    downloadPreExistingCert: downloadPreExistingCert(deps),
    preExistingOverview: preExistingOverview(deps),
    provePreExistingSelf: provePreExistingSelf(deps),
    queryHistoryPolicy: queryHistoryPolicy(deps),
    queryKeXin: askBy(deps, 'trusted'),
    queryMiSuan: askBy(deps, 'private'),
    queryPreExistingCert: queryPreExistingCert(deps),
    queryPreExistingDetail: queryPreExistingDetail(deps),
    supplementPreExistingAppeal: supplementPreExistingAppeal(deps),
    withdrawPreExisting: withdrawPreExisting(deps),
    withdrawPreExistingAppeal: withdrawPreExistingAppeal(deps),
  } satisfies HandlerTable;
}

interface PreExistingJob {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<number>;
}

export function preExistingJobs(deps: PreExistingDependencies): PreExistingJob[] {
  return [
    { name: 'pre-existing-asks', everyMs: 5_000, run: () => askDue(deps) },
    { name: 'pre-existing-sweep', everyMs: 600_000, run: () => sweepPreExisting(deps) },
  ];
}
