import { type MidYearDependencies, sweepMidYear, tellMidYear } from '../features/mid-year/index.ts';
import type { SmsGateway } from '../ports/sms-gateway.ts';
import type { Job } from './job.ts';

/** Tells how applications to join mid-year went, and ends those whose time is over. */
export function midYearJobs(deps: MidYearDependencies, sms: SmsGateway): Job[] {
  const send = async (news: { editionCode: string; outId: string; phone: string; result: string }) => {
    const product = deps.editions.edition(news.editionCode)?.document.proName ?? '';
    const parameters = { product, result: news.result };
    const sent = await sms.send({ phone: news.phone, template: 'change-result', parameters, outId: news.outId });
    if (sent.kind === 'limited') return false;
    if (sent.kind !== 'accepted') deps.log.warn({ outId: news.outId, result: sent.kind }, 'message not accepted');
    return true;
  };
  return [
    { name: 'mid-year-news', everyMs: 10_000, run: () => tellMidYear(deps, send) },
    { name: 'mid-year-sweep', everyMs: 600_000, run: () => sweepMidYear(deps) },
  ];
}
