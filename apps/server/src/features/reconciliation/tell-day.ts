import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { endAlert, raiseAlert } from '../payment/index.ts';

type Bill = { readonly provider: string; readonly day: string };

const about = (kind: 'bill-missing' | 'bill-difference', { provider, day }: Bill) => ({
  ...{ kind, subject: `${provider} ${day}`, orderId: null, shard: null },
});

/** A bill of a day with money does not come. */
export function tellMissing({ database, clock }: Pick<Core, 'database' | 'clock'>, bill: Bill): Promise<void> {
  return raiseAlert(
    database.query,
    { ...about('bill-missing', bill), details: { provider: bill.provider, day: bill.day } },
    clock.now(),
  );
}

/** It came after all. */
export function tellFetched({ database, clock }: Pick<Core, 'database' | 'clock'>, bill: Bill): Promise<void> {
  return endAlert(database.query, about('bill-missing', bill), '账单取到了，提醒自动消掉', clock.now());
}

/**
 * Tells operators of what is open in a compared bill, and ends that by itself once nothing is: whoever decided the last
 * difference has nothing more to say.
 */
export async function tellOpen({ database, clock }: Pick<Core, 'database' | 'clock'>, bill: Bill): Promise<void> {
  const differences = await openIn(database.query, bill);
  const told = about('bill-difference', bill);
  if (differences === 0) return endAlert(database.query, told, '差异都处理了，提醒自动消掉', clock.now());
  return raiseAlert(
    database.query,
    { ...told, details: { provider: bill.provider, day: bill.day, differences } },
    clock.now(),
  );
}

async function openIn(query: Query, { provider, day }: Bill): Promise<number> {
  const [row] = await query<{ open: number }>(
    `select count(*)::integer as open from reconciliation_differences
     where day = $1 and provider = $2 and state = 'open' and class <> 'cross-day'`,
    [day, provider],
  );
  return row?.open ?? 0;
}
