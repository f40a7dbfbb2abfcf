import { premiumFenOf, whyNoPlanCode } from '@huimin/domain/edition-desk';
import { fenToYuanText } from '@huimin/domain/money';
import { App, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { linesOf } from './added-lines.ts';
import { useEditor } from './editor.tsx';

interface Typed {
  readonly code: string;
  readonly name: string;
  readonly premiumYuan: string;
  readonly adds: string;
  readonly coverOf: string;
}

/** One more plan: it becomes the last, with the cover of another one to begin from. */
export function AddPlan({ onClose }: { onClose(): void }) {
  const { desk, work } = useEditor();
  const { message } = App.useApp();
  const [form] = Form.useForm<Typed>();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const { edition, plans } = desk;
  const send = async ({ code, name, premiumYuan, adds, coverOf }: Typed) => {
    setSending(true);
    setProblem('');
    const plan = { code, name, premiumYuan, coverOf, adds: linesOf(adds ?? '') };
    const refused = await work.make((state) => call('addEditionPlan', { edition, ...state, plan }));
    setSending(false);
    if (refused !== null) return setProblem(refused);
    message.success(`已加“${name.trim()}”，保障责任在下面改`);
    onClose();
  };
  return (
    <Dialog open title="加方案" okText="加上" onOk={form.submit} onCancel={onClose} confirmLoading={sending}>
      <EntryForm name="add-plan" form={form} initialValues={{ coverOf: plans.at(-1)?.code }} onFinish={send}>
        <Form.Item
          name="name"
          label="方案名称"
          rules={[{ required: true, whitespace: true, message: '请填写方案名称' }]}
        >
          <Input autoFocus maxLength={20} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="code"
          label="方案编码"
          extra="居民看不到，以后不能改；往年也卖过的方案用原来的编码，续保按它对上"
          rules={[
            {
              validator: (_, typed) => {
                const problem = whyNoPlanCode(desk, typed ?? '');
                return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
              },
            },
          ]}
        >
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={20} />
        </Form.Item>
        <Form.Item
          name="premiumYuan"
          label="保费（元 / 人）"
          rules={[
            {
              validator: (_, typed) =>
                (premiumFenOf(typed ?? '') ?? 0) > 0
                  ? Promise.resolve()
                  : Promise.reject(new Error('请填写保费，写到分为止，例如 358.00')),
            },
          ]}
        >
          <Input
            className="num"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            onBlur={({ target }) => {
              const fen = premiumFenOf(target.value);
              if (fen !== null) form.setFieldValue('premiumYuan', fenToYuanText(fen));
            }}
          />
        </Form.Item>
        <Form.Item name="adds" label="比便宜一档多什么（几条用“；”隔开）">
          <Input autoComplete="off" maxLength={300} />
        </Form.Item>
        <Form.Item
          name="coverOf"
          label="保障责任先照"
          extra="照抄一份，加上以后在“保障责任”里单独改"
          rules={[{ required: true, message: '请选一个方案' }]}
        >
          <Select options={plans.map(({ code, name }) => ({ value: code, label: name }))} />
        </Form.Item>
        {problem !== '' && (
          <p className="field-problem" role="alert">
            {problem}
          </p>
        )}
      </EntryForm>
    </Dialog>
  );
}
