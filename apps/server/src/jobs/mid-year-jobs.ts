import { type MidYearDependencies, sweepMidYear, tellMidYear } from '../features/mid-year/index.ts';
import type { SmsGateway } from '../ports/sms-gateway.ts';
import type { Job } from './job.ts';
import { newsJob } from './news-job.ts';

/** Tells how applications to join mid-year went, and ends those whose time is over. */
export function midYearJobs(deps: MidYearDependencies, sms: SmsGateway): Job[] {
  return [
    newsJob('mid-year-news', { ...deps, sms }, (send) => tellMidYear(deps, send)),
    { name: 'mid-year-sweep', everyMs: 600_000, run: () => sweepMidYear(deps) },
  ];
}
