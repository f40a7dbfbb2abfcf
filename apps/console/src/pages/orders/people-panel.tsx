import type { OrderViewValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { call, type Outputs, sentenceOf } from '../../api/client.ts';
import { useEnd } from '../../api/use-return.ts';
import { Icon } from '../../app/icon.tsx';
import { useSelf } from '../../app/self.tsx';
import { MaskedPerson } from '../../parts/masked-person.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { clockTime, shortTimeSeconds } from '../../parts/when.ts';

type Revealed = Outputs['readOrderPeople'];

interface Props {
  readonly order: OrderViewValue;
  onReveal(): void;
  /** What may be seen is over. */
  onOver(): void;
}

/** Who is insured by an order, masked; whole for a quarter of an hour where another person has agreed. */
export function PeoplePanel({ order, onReveal, onOver }: Props) {
  const { may } = useSelf();
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { until, waiting } = order.reveal;
  const show = () =>
    call('readOrderPeople', { orderNo: order.orderNo }).then(setRevealed, (fault) => setProblem(sentenceOf(fault)));
  useEnd(until, () => {
    setRevealed(null);
    onOver();
  });
  const whole = (index: number) => revealed?.people[index];
  return (
    <section className="panel" aria-label="被保险人和保单">
      <div className="panel-head">
        <h2>被保险人和保单</h2>
        <small>{order.people.length} 人，每人一份</small>
        <span className="space" />
        {may('person.reveal') && until === null && (
          <Button
            type="link"
            size="small"
            disabled={waiting}
            icon={<Icon name="hidden" size={16} />}
            onClick={onReveal}
          >
            {waiting ? '等第二个人同意' : '查看完整证件（要写原因）'}
          </Button>
        )}
        {until !== null && (
          <Button type="link" size="small" onClick={() => (revealed ? setRevealed(null) : show())}>
            {revealed ? '重新遮盖' : `看完整证件，到 ${clockTime(until)}`}
          </Button>
        )}
      </div>
      {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      {revealed && (
        <p className="order-revealed">
          缴费人 {revealed.payer.name}　<span className="num">{revealed.payer.idNumber}</span>
          {'　'}
          <span className="num">{revealed.payer.phone}</span>
        </p>
      )}
      <div className="scroll-x">
        <table className="console-table">
          <thead>
            <tr>
              <th scope="col">姓名</th>
              <th scope="col">证件号码</th>
              <th scope="col">医保所在地</th>
              <th scope="col">保单号</th>
              <th scope="col">状态</th>
              <th scope="col" className="only-wide">
                出单
              </th>
              <th scope="col" className="right">
                保费（元）
              </th>
            </tr>
          </thead>
          <tbody>
            {order.people.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: people of one order stand in one order
              <tr key={index}>
                <td>
                  <MaskedPerson name={whole(index)?.name ?? one.name} relation={one.relation} />
                </td>
                <td className="num">{whole(index)?.idNumber ?? one.idNumber}</td>
                <td>{one.place}</td>
                <td className="num">{one.policyNo || '—'}</td>
                <td>
                  <StateTag tone={one.tone}>{one.policyLabel}</StateTag>
                </td>
                <td className="num only-wide">{shortTimeSeconds(one.issuedAt)}</td>
                <td className="num right">{formatYuan(one.premiumFen)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {order.shares.length > 0 && (
        <p className="order-shares">
          <span>共保份额</span>
          {order.shares.map(({ name, shortName, percent, amountFen }) => (
            <span key={name} className="num" title={name}>
              {shortName} {percent}% <b>{formatYuan(amountFen)}</b>
            </span>
          ))}
          <span className="num">
            合计 <b>{formatYuan(order.shares.reduce((sum, { amountFen }) => sum + amountFen, 0))}</b> 元
          </span>
        </p>
      )}
    </section>
  );
}
