import type { DeskRosterRowValue } from '@huimin/contract/console';
import { ID_TYPES, normalizePhone } from '@huimin/domain/person';
import { CITIES, SUZHOU_DISTRICTS } from '@huimin/domain/region';
import { Alert, Form, Input, Select } from 'antd';
import { call, type Inputs } from '../../api/client.ts';
import { clearable } from '../../app/clearable.tsx';
import { DayInput } from '../../app/day-input.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { useSending } from '../../parts/use-sending.ts';

type Mended = Omit<Inputs['mendGroupRow'], 'groupNo' | 'line'>;

const TYPES = ID_TYPES.map(({ code, label }) => ({ value: code, label }));
const PLACES = [...CITIES.filter(({ shortName }) => shortName !== '苏州'), ...SUZHOU_DISTRICTS].map(
  ({ code, name }) => ({ value: code, label: name }),
);

interface Props {
  readonly groupNo: string;
  readonly row: DeskRosterRowValue;
  onClose(): void;
  onDone(): void;
}

/** One line of a list, typed anew from the paper: what stood there was not kept. */
export function MendRow({ groupNo, row, onClose, onDone }: Props) {
  const [form] = Form.useForm<Mended>();
  const { sending, problem, run } = useSending();
  const idType = Form.useWatch('idType', form) ?? '01';
  const send = async (typed: Mended) => {
    await run(async () => {
      const given = Object.entries(typed).filter(([, text]) => text !== undefined && text !== '');
      const mended = Object.fromEntries(given) as Mended;
      const phone = normalizePhone(mended.phone);
      await call('mendGroupRow', { groupNo, line: String(row.line), ...mended, phone });
      onDone();
    });
  };
  const required = (text: string) => [{ required: true, whitespace: true, message: text }];
  return (
    <Dialog
      open
      title={`改第 ${row.line} 行：${row.nameMasked}`}
      okText="改好了"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <p className="dialog-lead">
        {row.problem}。{row.fix}。原来的证件号码没有保存，请对照证件重新填。
      </p>
      <EntryForm name="mend" form={form} onFinish={send} initialValues={{ idType: '01' }}>
        <Form.Item name="name" label="姓名" rules={required('请填姓名')}>
          <Input maxLength={60} autoComplete="off" autoFocus />
        </Form.Item>
        <Form.Item name="idType" label="证件类型">
          <Select options={TYPES} />
        </Form.Item>
        <Form.Item name="idNumber" label="证件号码" rules={required('请填证件号码')}>
          <Input maxLength={30} autoComplete="off" />
        </Form.Item>
        {idType !== '01' && (
          <>
            <Form.Item name="birthDate" label="出生日期">
              <DayInput />
            </Form.Item>
            <Form.Item name="sex" label="性别">
              <Select
                options={[
                  { value: 'm', label: '男' },
                  { value: 'f', label: '女' },
                ]}
              />
            </Form.Item>
          </>
        )}
        <Form.Item name="phone" label="本人手机号" rules={required('请填本人手机号')}>
          <Input maxLength={20} autoComplete="off" inputMode="numeric" />
        </Form.Item>
        <Form.Item name="regionCode" label="医保所在地（不填就由本人选）">
          <Select allowClear={clearable('不填')} options={PLACES} showSearch optionFilterProp="label" />
        </Form.Item>
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
