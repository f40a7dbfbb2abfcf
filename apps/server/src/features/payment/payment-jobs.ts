import { askAboutHanging } from './ask-about-hanging.ts';
import { closeExpiredOrders } from './close-expired-orders.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { releaseResults } from './result-message.ts';
import { runDueRefunds } from './run-due-refunds.ts';

interface PaymentJob {
  readonly name: string;
  readonly everyMs: number;
  /** One round; returns how many things were done. */
  run(): Promise<number>;
}

/** Everything about money that goes on without a request. */
export function paymentJobs(deps: PaymentDependencies): PaymentJob[] {
  return [
    { name: 'order-expiry', everyMs: 5_000, run: () => closeExpiredOrders(deps) },
    { name: 'hanging-payments', everyMs: 2_000, run: () => askAboutHanging(deps) },
    { name: 'refunds', everyMs: 5_000, run: () => runDueRefunds(deps) },
    { name: 'payment-results', everyMs: 2_000, run: () => releaseResults(deps.database.query, deps.clock.now()) },
  ];
}
