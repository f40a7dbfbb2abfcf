import { checkPhone, normalizePhone } from '@huimin/domain/person';
import { Alert, Form, Input } from 'antd';
import { useState } from 'react';
import { call, type Inputs } from '../../api/client.ts';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { useSending } from '../../parts/use-sending.ts';

interface Typed {
  readonly contactName: string;
  readonly phone: string;
  readonly reason: string;
}

interface Props {
  readonly groupNo: string;
  /** As they were shown when this was opened. */
  readonly former: NonNullable<Inputs['changeGroupContact']['former']>;
  onClose(): void;
  onDone(): void;
}

/** Another person speaks for the company. */
export function ContactDialog({ groupNo, former: given, onClose, onDone }: Props) {
  // The page behind is read anew when an answer is lost.
  const [former] = useState(given);
  const [form] = Form.useForm<Typed>();
  const { sending, problem, run } = useSending();
  const send = async ({ contactName, phone, reason }: Typed) => {
    await run(async () => {
      await call('changeGroupContact', { groupNo, contactName, phone: normalizePhone(phone), reason, former });
      onDone();
    });
  };
  const required = (text: string, min = 1) => [{ required: true, whitespace: true, min, message: text }];
  return (
    <Dialog open title="换联系人" okText="换" onOk={form.submit} onCancel={onClose} confirmLoading={sending}>
      <p className="dialog-lead">新联系人用这个手机号登录后看得到这个单位；原来的联系人看不到了。请先和单位核对。</p>
      <EntryForm name="contact" form={form} onFinish={send}>
        <Form.Item name="contactName" label="新联系人" rules={required('请填新联系人的姓名', 2)}>
          <Input maxLength={30} autoComplete="off" autoFocus />
        </Form.Item>
        <Form.Item
          name="phone"
          label="新联系人手机号"
          validateFirst
          rules={[
            ...required('请填新联系人的手机号'),
            {
              async validator(_, text: string) {
                const checked = checkPhone(text);
                if (!checked.ok) throw new Error(checked.message);
              },
            },
          ]}
        >
          <Input maxLength={20} autoComplete="off" inputMode="numeric" />
        </Form.Item>
        <Form.Item name="reason" label="原因" rules={required('请写原因，至少 4 个字', 4)}>
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
