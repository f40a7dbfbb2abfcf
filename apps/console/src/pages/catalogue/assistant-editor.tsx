import type { OutletAssistantValue } from '@huimin/contract/console';
import { normalizePhone } from '@huimin/domain/person';
import { Alert, Form, Input, Switch } from 'antd';
import { useState } from 'react';
import { call, type Inputs } from '../../api/client.ts';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { ReasonItem } from '../../parts/reason-item.tsx';
import { useSending } from '../../parts/use-sending.ts';

type Fields = Omit<Inputs['keepOutletAssistant'], 'isNew'>;

interface Props {
  /** Null: a new one. */
  readonly former: OutletAssistantValue | null;
  onClose(): void;
  onDone(): void;
}

const shownOf = ({ name, phoneMasked, outletCode, ownAgentCode, isActive }: OutletAssistantValue) => ({
  ...{ name, phoneMasked, outletCode, ownAgentCode, isActive },
});

/** Adds somebody who helps at an outlet, or changes what is kept of them; it counts at once. */
export function AssistantEditor({ former: given, onClose, onDone }: Props) {
  // As it was when somebody began: what is read anew behind it was not seen.
  const [former] = useState(given);
  const [form] = Form.useForm<Fields>();
  const { sending, problem, run } = useSending();
  const send = async (fields: Fields) => {
    const text = (value: string | undefined) => value?.trim() || undefined;
    await run(async () => {
      await call('keepOutletAssistant', {
        ...{
          assistantNo: former?.assistantNo ?? fields.assistantNo.trim(),
          isNew: former === null,
          isActive: fields.isActive,
        },
        ...{
          name: fields.name.trim(),
          phone: text(normalizePhone(fields.phone ?? '')),
          outletCode: fields.outletCode.trim(),
        },
        ...(former && { former: shownOf(former) }),
        ...{ agentCode: text(fields.agentCode), reason: fields.reason.trim() },
      });
      onDone();
    });
  };
  const needed = (label: string) => [{ required: true, whitespace: true, message: `请填${label}` }];
  return (
    <Dialog
      open
      title={former === null ? '新加协助人员' : `改 ${former.assistantNo}`}
      okText={former === null ? '加上' : '保存'}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <EntryForm
        name="outlet-assistant"
        form={form}
        onFinish={send}
        initialValues={
          former === null
            ? { isActive: true }
            : {
                name: former.name,
                outletCode: former.outletCode ?? '',
                agentCode: former.ownAgentCode ?? '',
                isActive: former.isActive,
              }
        }
      >
        {former === null && (
          <Form.Item
            name="assistantNo"
            label="工号"
            extra="记在协助过的订单上，以后不能改"
            rules={[...needed('工号'), { pattern: /^[0-9A-Za-z-]{2,20}$/, message: '2 到 20 位字母、数字和 -' }]}
          >
            <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={20} className="num" />
          </Form.Item>
        )}
        <Form.Item name="name" label="姓名" rules={needed('姓名')}>
          <Input autoComplete="off" maxLength={30} />
        </Form.Item>
        <Form.Item
          name="phone"
          label="手机号，用来登录"
          extra={former === null ? undefined : `现在是 ${former.phoneMasked}，不换就不填`}
          rules={[
            ...(former === null ? needed('手机号') : []),
            {
              transform: (phone?: string) => normalizePhone(phone ?? ''),
              pattern: /^1\d{10}$/,
              message: '手机号是 11 位数字',
            },
          ]}
        >
          <Input autoComplete="off" inputMode="numeric" maxLength={20} className="num" />
        </Form.Item>
        <Form.Item
          name="outletCode"
          label="网点编号"
          extra="网点列表里有的"
          rules={[...needed('网点编号'), { pattern: /^[0-9A-Za-z-]{2,20}$/, message: '2 到 20 位字母、数字和 -' }]}
        >
          <Input autoComplete="off" spellCheck={false} maxLength={20} className="num" />
        </Form.Item>
        <Form.Item
          name="agentCode"
          label="本人的业务员代码（选填）"
          extra="不填就用网点的"
          rules={[{ pattern: /^[0-9A-Za-z_-]{1,64}$/, message: '字母、数字、- 和 _' }]}
        >
          <Input autoComplete="off" spellCheck={false} maxLength={64} className="num" />
        </Form.Item>
        <Form.Item name="isActive" label="可以协助" valuePropName="checked">
          <Switch checkedChildren="是" unCheckedChildren="否" />
        </Form.Item>
        <ReasonItem />
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
