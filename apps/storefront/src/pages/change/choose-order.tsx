import { formatDotDate } from '@huimin/domain/date';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { OlderInOrders } from '../../features/order/older-in-orders.tsx';
import { Button, Card, EmptyState, Page, Row, Skeleton } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

/** As many as one question answers; older ones are found through the orders. */
const LIMIT = 50;

/** Of which order: paid ones only. What is not paid yet is put right where the people are chosen. */
export function ChooseOrder({ title, isInsured }: { title: string; isInsured: boolean }) {
  const { value, failure, reload } = useCall(
    calls.selectListPaid,
    { limit: LIMIT },
    { overlay: false, quietFailure: true },
  );
  if (!value && failure) return <LoadProblem title={title} failure={failure} onReload={reload} />;
  return (
    <Page title={title} lead="请选择要改哪一笔订单的信息">
      {!value && (
        <Card>
          <Skeleton lines={[44, 44]} />
        </Card>
      )}
      {value?.orders.length === 0 && (
        <EmptyState
          title="没有已付款的订单"
          lead="还没有付款，请在参保页面里修改本人和家人的信息"
          action={
            <Button kind="neutral" href="#/beforeAuthUser">
              去修改
            </Button>
          }
        />
      )}
      {value && value.orders.length > 0 && (
        <Card flush>
          {value.orders.map((order) => (
            <Row
              key={order.orderNo}
              label={order.productName}
              note={`${order.insured.map(({ name }) => name).join('、')}　${formatDotDate((order.paidAt ?? order.createdAt).slice(0, 10).replace(/\./g, '-'))}`}
              href={`#/${isInsured ? 'fixInfoDetail' : 'update'}?orderNo=${order.orderNo}`}
            />
          ))}
        </Card>
      )}
      {value?.nextCursor && <OlderInOrders />}
    </Page>
  );
}
