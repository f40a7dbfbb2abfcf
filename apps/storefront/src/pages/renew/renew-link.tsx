import type { OrderSummaryValue } from '@huimin/contract';
import { useProduct } from '../../context/index.ts';
import { useCanChoosePeople } from '../../features/sale/use-can-choose-people.ts';
import { Card, Row } from '../../ui/index.ts';

/** Leads whoever has a policy of an earlier year to this year's, while it is sold; nothing for anybody else. */
export function RenewLink({ orders }: { orders: readonly OrderSummaryValue[] }) {
  const { editionYear } = useProduct();
  const canBuy = useCanChoosePeople();
  const former = orders.some(
    (order) =>
      order.editionYear < editionYear && order.paidAt !== null && order.insured.some(({ isVoid }) => isVoid !== true),
  );
  if (!canBuy || !former) return null;
  return (
    <Card flush className="mt3">
      <Row href="#/renew" label={`续保 ${editionYear} 年`} note="以前参保的家人，每个人都由您来选" />
    </Card>
  );
}
