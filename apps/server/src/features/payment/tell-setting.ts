import { raiseDailyAlert } from './alert-store.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

/**
 * A provider does not know who asks, because a key or the clock of this server is wrong: nobody can pay this way until somebody
 * puts it right. Told once a day, whoever pays or asks.
 */
export async function tellSetting(
  deps: Pick<PaymentDependencies, 'database' | 'clock'>,
  provider: string,
  code: string,
): Promise<void> {
  const alert = { kind: 'payment-refused', who: provider, code, details: { provider } } as const;
  await raiseDailyAlert(deps.database.query, alert, deps.clock.now());
}
