import type { CashierAction } from '../pages/cashier-page.ts';
import type { FaultBook, FaultMatch, FaultProvider } from './fault-book.ts';

/**
 * What the payer really does although 支付 was pressed, when a fault of that kind is ordered. `user_never_returns` has
 * not paid unless its `args.paid` is true.
 */
export function pressedAction(
  faults: FaultBook,
  provider: FaultProvider,
  action: CashierAction,
  match: FaultMatch,
): CashierAction {
  if (action !== 'pay') return action;
  const fault = faults.take(
    provider,
    'cashier',
    ['user_cancel', 'user_back', 'user_never_returns', 'balance_short'],
    match,
  );
  switch (fault?.kind) {
    case 'user_cancel':
    case 'user_back':
      return 'cancel';
    case 'user_never_returns':
      return fault.args?.paid === true ? 'pay-no-return' : 'close';
    case 'balance_short':
      return 'balance-short';
    default:
      return action;
  }
}

/**
 * The order that `double_pay` pays along with one that has just been paid: the one its `args.other` names, otherwise
 * the newest of the same provider that waits for its money. Undefined when no such fault is ordered or none waits.
 */
export function alsoPaid(
  faults: FaultBook,
  provider: FaultProvider,
  outTradeNo: string,
  waiting: readonly string[],
): string | undefined {
  const others = waiting.filter((number) => number !== outTradeNo);
  if (others.length === 0) return undefined;
  const fault = faults.take(provider, 'cashier', ['double_pay'], { outTradeNo });
  if (!fault) return undefined;
  return fault.args?.other === undefined ? others.at(-1) : String(fault.args.other);
}
