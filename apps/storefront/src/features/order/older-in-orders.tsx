import { Button } from '../../ui/index.ts';

/** Below a list that shows the newest alone: the other paid orders, of every year. */
export function OlderInOrders() {
  return (
    <p className="mt4 center">
      <Button kind="neutral" href="#/orders?tab=paid&year=all">
        更早的到订单里找
      </Button>
    </p>
  );
}
