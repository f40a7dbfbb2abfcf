import {
  type ClaimBooksDependencies,
  importDueClaimFile,
  type RecheckNews,
  tellClaimRechecks,
} from '../features/claims/index.ts';
import type { SmsGateway } from '../ports/sms-gateway.ts';
import type { Job } from './job.ts';

/** Reads the insurers' claim files, and tells who asked for a second look how it went. */
export function claimJobs(deps: ClaimBooksDependencies, sms: SmsGateway): Job[] {
  const send = async ({ editionCode, outId, phone, result }: RecheckNews): Promise<boolean> => {
    const product = deps.editions.edition(editionCode)?.document.proName ?? '';
    const sent = await sms.send({ phone, template: 'change-result', parameters: { product, result }, outId });
    if (sent.kind === 'limited') return false;
    if (sent.kind !== 'accepted') deps.log.warn({ outId, result: sent.kind }, 'message not accepted');
    return true;
  };
  return [
    { name: 'claim-files', everyMs: 10_000, run: () => importDueClaimFile(deps) },
    { name: 'claim-recheck-news', everyMs: 10_000, run: () => tellClaimRechecks(deps, send) },
  ];
}
