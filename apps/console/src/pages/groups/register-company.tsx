import { checkCreditCode, checkPhone, normalizePhone } from '@huimin/domain/person';
import { CITIES, SUZHOU_DISTRICTS } from '@huimin/domain/region';
import { Alert, App, Form, type FormRule, Input, Select } from 'antd';
import { call, type Inputs, type Outputs } from '../../api/client.ts';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { editionOptions } from '../../parts/edition-options.ts';
import { FigureItem } from '../../parts/figure-item.tsx';
import { useSending } from '../../parts/use-sending.ts';

type Wish = Inputs['registerCompanyGroup'];

const PLACES = [...CITIES.filter(({ shortName }) => shortName !== '苏州'), ...SUZHOU_DISTRICTS].map(
  ({ code, name }) => ({ value: code, label: name }),
);

/** What the field's own check says, beside the field. */
const ruleOf = (check: (text: string) => { ok: true } | { ok: false; message: string }): FormRule => ({
  async validator(_, text: string) {
    const checked = check(text);
    if (!checked.ok) throw new Error(checked.message);
  },
});

interface Props {
  readonly editions: Outputs['listCompanyGroups']['editions'];
  onClose(): void;
  onDone(groupNo: string): void;
}

/** Nothing of what was filled in is kept then, which would pass for registered. */
const KNOWN = {
  title: '这个单位已经登记过',
  content: '打开的是原来的登记，刚填的没有记上。联系人不一样的用“换联系人”改，别的用“记跟进”写下。',
  okText: '知道了',
} as const;

/** A company that asked by phone or in person. */
export function RegisterCompany({ editions, onClose, onDone }: Props) {
  const { modal } = App.useApp();
  const [form] = Form.useForm<Wish>();
  const { sending, problem, run } = useSending();
  const chosen = Form.useWatch('productId', form) ?? editions[0]?.code;
  const edition = editions.find(({ code }) => code === chosen);
  const send = async (typed: Wish) => {
    await run(async () => {
      // As one writes it: with spaces between its parts, in small letters.
      const creditCode = typed.creditCode.replace(/\s/g, '').toUpperCase();
      const asked = { ...typed, creditCode, phone: normalizePhone(typed.phone) };
      const given = Object.entries(asked).filter(([, one]) => one !== undefined && one !== '');
      const { groupNo, isKnown } = await call('registerCompanyGroup', Object.fromEntries(given) as Wish);
      if (isKnown) modal.info(KNOWN);
      onDone(groupNo);
    });
  };
  const fewest = edition?.fewestPeople ?? 1;
  const line = (name: keyof Wish, label: string, most: number, isNeeded = true, more: readonly FormRule[] = []) => (
    <Form.Item
      name={name}
      label={label}
      validateFirst
      rules={[...(isNeeded ? [{ required: true, whitespace: true, message: `请填${label}` }] : []), ...more]}
    >
      <Input maxLength={most} autoComplete="off" />
    </Form.Item>
  );
  return (
    <Dialog
      open
      width={720}
      title="登记单位"
      okText="登记"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <EntryForm
        name="company"
        form={form}
        onFinish={send}
        initialValues={{ productId: editions[0]?.code, planCode: editions[0]?.plans[0]?.code }}
      >
        <div className="form-columns">
          <Form.Item name="productId" label="产品版本">
            <Select options={editionOptions(editions)} />
          </Form.Item>
          <Form.Item name="planCode" label="方案">
            <Select options={edition?.plans.map(({ code, name }) => ({ value: code, label: name })) ?? []} />
          </Form.Item>
          {line('companyName', '单位名称', 60)}
          {line('creditCode', '统一社会信用代码', 20, true, [ruleOf(checkCreditCode)])}
          <Form.Item name="regionCode" label="医保所在地" rules={[{ required: true, message: '请选医保所在地' }]}>
            <Select options={PLACES} showSearch optionFilterProp="label" />
          </Form.Item>
          <FigureItem
            name="headCount"
            label={`人数（${fewest} 人起）`}
            missing="请填人数"
            limits={{ min: fewest, max: 10_000 }}
          />
          {line('contactName', '联系人', 60)}
          {line('phone', '联系人手机号', 20, true, [ruleOf(checkPhone)])}
          {line('invoiceTitle', '发票抬头（选填）', 60, false)}
          {line('agentCode', '业务员代码（选填）', 64, false)}
          {line('remark', '备注（选填）', 200, false)}
        </div>
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
