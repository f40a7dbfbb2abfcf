import type { OrderViewValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { REFUND_REASONS } from '@huimin/domain/refund';
import { Checkbox, Select } from 'antd';
import { useId, useState } from 'react';
import { call, type Inputs } from '../../api/client.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';

type RefundReason = Inputs['askOrderRefund']['refundReason'];

interface Props {
  readonly order: OrderViewValue;
  onClose(): void;
  onSent(): void;
}

/** Whose policies go back and why; another person decides it. */
export function RefundDialog({ order, onClose, onSent }: Props) {
  const id = useId();
  const able = order.people.filter(({ refund }) => refund.why === null);
  const [chosen, setChosen] = useState<string[]>(able.map(({ policyNo }) => policyNo));
  const [refundReason, setReason] = useState<RefundReason | null>(null);
  const sumFen = able
    .filter(({ policyNo }) => chosen.includes(policyNo))
    .reduce((sum, { refund }) => sum + refund.amountFen, 0);
  return (
    <ReasonDialog
      title="发起退款"
      okText="交另一个人复核"
      label="说明"
      problemBefore={() => (chosen.length === 0 ? '请选退哪几个人' : refundReason === null ? '请选退款原因' : null)}
      onClose={onClose}
      onSend={(reason) =>
        call('askOrderRefund', {
          orderNo: order.orderNo,
          policyNos: chosen,
          refundReason: refundReason as RefundReason,
          expectedFen: sumFen,
          reason,
        }).then(onSent)
      }
    >
      <p className="dialog-lead">
        复核同意后，钱按原路退回，保单终止。应退 <b className="num">{formatYuan(sumFen)}</b> 元
      </p>
      <Checkbox.Group value={chosen} onChange={(numbers) => setChosen(numbers as string[])}>
        {order.people.map((one) => (
          <div key={one.policyNo || one.idNumber} className="refund-person">
            <Checkbox value={one.policyNo} disabled={one.refund.why !== null}>
              {one.name} <span className="num">{one.idNumber}</span>
              {one.refund.why === null ? `，退 ${formatYuan(one.refund.amountFen)} 元` : `，不能退：${one.refund.why}`}
            </Checkbox>
          </div>
        ))}
      </Checkbox.Group>
      <label className="dialog-field" htmlFor={id}>
        退款原因
      </label>
      <Select
        id={id}
        style={{ width: '100%' }}
        placeholder="请选择"
        value={refundReason}
        onChange={setReason}
        options={REFUND_REASONS.map(({ value, label }) => ({ value, label }))}
      />
    </ReasonDialog>
  );
}
