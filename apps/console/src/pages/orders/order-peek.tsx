import { Button, Skeleton } from 'antd';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { MaskedPerson } from '../../parts/masked-person.tsx';
import { MoneyTimeline, ThreeBooks } from '../../parts/money-timeline.tsx';
import { StateTag } from '../../parts/state-tag.tsx';

/** The chosen order beside the list. */
export function OrderPeek({ orderNo, onClose }: { orderNo: string; onClose(): void }) {
  const { value: order, problem, reload } = useCall('showOrder', { orderNo });
  const { may } = useSelf();
  return (
    <aside className="panel order-peek" aria-label="选中的订单">
      <div className="panel-head">
        <h2 className="num">{orderNo}</h2>
        <span className="space" />
        <Button type="text" size="small" icon={<Icon name="close" size={16} />} aria-label="关闭" onClick={onClose} />
      </div>
      <div className="panel-body">
        <LoadProblem problem={problem} onRetry={reload} />
        {order === null && problem === null && <Skeleton active />}
        {order && (
          <>
            <p className="filters">
              <StateTag tone={order.tone}>{order.statusLabel}</StateTag>
              <Link to={`/orders/${orderNo}`}>打开订单</Link>
              {order.evidence.trace !== null && may('evidence.view') && (
                <Link to={`/recordings/${order.evidence.trace}`}>
                  {order.evidence.state === 'bound' ? '打开回放' : '打开记录'}
                </Link>
              )}
            </p>
            <dl className="facts">
              <dt>缴费人</dt>
              <dd>
                <MaskedPerson name={order.payer.name} number={order.payer.phone} />
              </dd>
              <dt>被保险人</dt>
              <dd>
                {order.people.map((one) => (
                  <div key={one.idNumber + one.name}>
                    <MaskedPerson name={one.name} number={one.idNumber} relation={one.relation} />
                  </div>
                ))}
              </dd>
              <dt>来源</dt>
              <dd>{order.source}</dd>
              <dt>销售证据</dt>
              <dd>{order.evidence.label}</dd>
            </dl>
            <ThreeBooks money={order.money} />
            <MoneyTimeline steps={order.money.steps} />
          </>
        )}
      </div>
    </aside>
  );
}
