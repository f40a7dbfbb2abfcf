import { type ClaimBooksDependencies, importDueClaimFile, tellClaimRechecks } from '../features/claims/index.ts';
import type { SmsGateway } from '../ports/sms-gateway.ts';
import type { Job } from './job.ts';
import { newsJob } from './news-job.ts';

/** Reads the insurers' claim files, and tells who asked for a second look how it went. */
export function claimJobs(deps: ClaimBooksDependencies, sms: SmsGateway): Job[] {
  return [
    { name: 'claim-files', everyMs: 10_000, run: () => importDueClaimFile(deps) },
    newsJob('claim-recheck-news', { ...deps, sms }, (send) => tellClaimRechecks(deps, send)),
  ];
}
