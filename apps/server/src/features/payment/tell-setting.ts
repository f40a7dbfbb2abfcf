import { beijingDate } from '@huimin/domain/date';
import { raiseAlert } from './alert-store.ts';
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
  const nowMs = deps.clock.now();
  const day = beijingDate(nowMs);
  await raiseAlert(
    deps.database.query,
    {
      kind: 'payment-refused',
      subject: `${provider} ${code} ${day}`,
      ...{ orderId: null, shard: null },
      details: { provider, code, day },
    },
    nowMs,
  );
}
