import { type ServiceDependencies, sweepBookings, tellBookingNews } from '../features/health-services/index.ts';
import { type LuckyDependencies, sweepLucky } from '../features/lucky/index.ts';
import { type DrugDependencies, sweepDrugApplications, tellDrugNews } from '../features/special-drugs/index.ts';
import type { SmsGateway } from '../ports/sms-gateway.ts';
import type { Job } from './job.ts';
import { newsJob } from './news-job.ts';

/** Tells what is new about drugs and services, begins next cycles, ends what is over, and publishes seeds of draws. */
export function serviceJobs(
  deps: { readonly drugs: DrugDependencies; readonly services: ServiceDependencies; readonly lucky: LuckyDependencies },
  sms: SmsGateway,
): Job[] {
  const { drugs, services, lucky } = deps;
  return [
    newsJob('drug-news', { ...drugs, sms }, (send) => tellDrugNews(drugs, send)),
    { name: 'drug-sweep', everyMs: 600_000, run: () => sweepDrugApplications(drugs) },
    newsJob('health-service-news', { ...services, sms }, (send) => tellBookingNews(services, send)),
    { name: 'health-service-sweep', everyMs: 600_000, run: () => sweepBookings(services) },
    { name: 'lucky-sweep', everyMs: 60_000, run: () => sweepLucky(lucky) },
  ];
}
