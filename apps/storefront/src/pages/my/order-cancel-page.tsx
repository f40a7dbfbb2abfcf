import { ORDER_STATUS } from '@huimin/domain/order';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useQuery } from '../../context/index.ts';
import { useCanChoosePeople } from '../../features/sale/use-can-choose-people.ts';
import { Button, Page, Result } from '../../ui/index.ts';

/** #/order-cancel: an order was cancelled. An old link to an order that was not says what it is instead. */
export default function OrderCancelPage() {
  const orderNo = useQuery().get('orderNo') ?? '';
  const onSale = useCanChoosePeople();
  const { state, value } = useCall(calls.queryInsureOrder, { orderNo }, { quietFailure: true, when: orderNo !== '' });
  const detail = `#/orderDetail?orderNo=${encodeURIComponent(orderNo)}`;
  if (orderNo !== '' && state === 'loading' && value === null) {
    return (
      <Page>
        <Result tone="wait" title="正在查询订单" />
      </Page>
    );
  }
  const closed = value?.payment === 'closed';
  const expired = closed && value.status === ORDER_STATUS.expired;
  return (
    <Page>
      {expired ? (
        <Result tone="neutral" title="订单超时关闭" lead="没有在规定时间里付款，没有扣款" />
      ) : closed ? (
        <Result tone="ok" title="取消成功" lead="订单已取消，没有扣款" />
      ) : (
        <Result tone="err" title="没有确认到取消" lead="请到订单里看最新状态" />
      )}
      <div className="buttons mt6">
        {closed && onSale && value.kind !== 'upgrade' && (
          <Button block href="#/beforeAuthUser">
            重新参保
          </Button>
        )}
        <Button kind="neutral" block href={closed || orderNo === '' ? '#/orders' : detail}>
          {closed || orderNo === '' ? '查看我的订单' : '查看订单'}
        </Button>
      </div>
    </Page>
  );
}
