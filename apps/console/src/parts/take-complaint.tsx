import type { ComplaintCategoryValue } from '@huimin/contract';
import { checkPhone, normalizePhone } from '@huimin/domain/person';
import { App, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { call } from '../api/client.ts';
import { useCall } from '../api/use-call.ts';
import { clearable } from '../app/clearable.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface Props {
  readonly person: string;
  /** Which orders the person has. */
  readonly orders: readonly string[];
  onDone(): void;
  onClose(): void;
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Takes a complaint down for somebody on the phone. */
export function TakeComplaint({ person, orders, onDone, onClose }: Props) {
  const { message } = App.useApp();
  const id = useId();
  const { value: lists } = useCall('listComplaintCategories', {});
  const [clientKey] = useState(newKey);
  const [category, setCategory] = useState<ComplaintCategoryValue | null>(null);
  const [orderNo, setOrderNo] = useState<string | undefined>(orders.length === 1 ? orders[0] : undefined);
  const [phone, setPhone] = useState('');
  const problemBefore = () => {
    if (category === null) return '请选投诉什么';
    const checked = checkPhone(phone);
    return checked.ok || checked.reason === 'empty' ? null : checked.message;
  };
  const send = async (words: string) => {
    if (category === null) return;
    const given = normalizePhone(phone);
    const taken = await call('takeComplaint', {
      ...{ person, clientKey, category, words },
      ...(orderNo && { orderNo }),
      ...(given && { phone: given }),
    });
    message.success(`已登记 ${taken.complaintNo}，编号发到 ${taken.phone}`);
    onDone();
  };
  return (
    <ReasonDialog
      title="登记电话投诉"
      okText="登记"
      label="经过和要求"
      least={10}
      most={500}
      onSend={send}
      onClose={onClose}
      problemBefore={problemBefore}
    >
      <p className="dialog-lead">
        照来电人说的写，写完念给本人听。编号发短信给本人，15 个工作日内答复。不要写证件号码和病情。
      </p>
      <label className="dialog-field" htmlFor={`${id}-category`}>
        投诉什么
      </label>
      <Select
        id={`${id}-category`}
        style={{ width: '100%' }}
        placeholder="请选"
        value={category}
        onChange={setCategory}
        options={(lists?.categories ?? [])
          .filter(({ isOffered }) => isOffered)
          .map(({ value, label }) => ({ value, label }))}
      />
      <label className="dialog-field" htmlFor={`${id}-order`}>
        和哪笔订单有关（选填）
      </label>
      <Select
        id={`${id}-order`}
        style={{ width: '100%' }}
        placeholder="没有，或者不清楚"
        allowClear={clearable('不选')}
        value={orderNo}
        onChange={setOrderNo}
        options={orders.map((value) => ({ value, label: value }))}
      />
      <label className="dialog-field" htmlFor={`${id}-phone`}>
        回电和短信用的手机号（选填，不写就用本人留的）
      </label>
      <Input
        id={`${id}-phone`}
        className="num"
        inputMode="numeric"
        maxLength={20}
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
      />
    </ReasonDialog>
  );
}
