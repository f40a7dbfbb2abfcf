import { nextMessageMs } from '@huimin/domain/withholding';
import type { EditionStore } from '../features/configuration/index.ts';
import { type ServiceDependencies, sweepBookings, tellBookingNews } from '../features/health-services/index.ts';
import { type LuckyDependencies, sweepLucky } from '../features/lucky/index.ts';
import {
  type DrugDependencies,
  type ServiceNews,
  sweepDrugApplications,
  tellDrugNews,
} from '../features/special-drugs/index.ts';
import type { Clock, Log } from '../ports/outside.ts';
import type { SmsGateway } from '../ports/sms-gateway.ts';
import type { Job } from './job.ts';

interface Messenger {
  readonly editions: EditionStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Nobody is woken: what is new at night is told in the morning. */
function isQuiet(nowMs: number): boolean {
  return nextMessageMs(nowMs) > nowMs;
}

/** Tells what is new about drugs and services, begins next cycles, ends what is over, and publishes seeds of draws. */
export function serviceJobs(
  deps: { readonly drugs: DrugDependencies; readonly services: ServiceDependencies; readonly lucky: LuckyDependencies },
  sms: SmsGateway,
): Job[] {
  const { drugs, services, lucky } = deps;
  const send = messageSender(drugs, sms);
  const byDay = (tell: () => Promise<number>) => async () => (isQuiet(drugs.clock.now()) ? 0 : tell());
  return [
    { name: 'drug-news', everyMs: 10_000, run: byDay(() => tellDrugNews(drugs, send)) },
    { name: 'drug-sweep', everyMs: 600_000, run: () => sweepDrugApplications(drugs) },
    { name: 'health-service-news', everyMs: 10_000, run: byDay(() => tellBookingNews(services, send)) },
    { name: 'health-service-sweep', everyMs: 600_000, run: () => sweepBookings(services) },
    { name: 'lucky-sweep', everyMs: 60_000, run: () => sweepLucky(lucky) },
  ];
}

function messageSender({ editions, log }: Messenger, sms: SmsGateway): (news: ServiceNews) => Promise<boolean> {
  return async ({ editionCode, outId, phone, result }) => {
    const product = editions.edition(editionCode)?.document.proName ?? '';
    const sent = await sms.send({ phone, template: 'change-result', parameters: { product, result }, outId });
    if (sent.kind === 'limited') return false;
    if (sent.kind !== 'accepted') log.warn({ outId, result: sent.kind }, 'message not accepted');
    return true;
  };
}
