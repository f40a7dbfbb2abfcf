import { Alert, App, Form, Input } from 'antd';
import { call } from '../../api/client.ts';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { RolesFields, type RolesForm, scopeOf } from './roles-fields.tsx';

interface AddForm extends RolesForm {
  readonly account: string;
  readonly name: string;
  readonly company: string;
}

export function AddStaff({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<AddForm>();
  const { sending, problem, run } = useSending();
  const send = async ({ account, name, company, roles, reason, ...scope }: AddForm) => {
    await run(async () => {
      const entry = {
        account: account.trim(),
        name: name.trim(),
        company: company.trim(),
        roles,
        reason: reason.trim(),
      };
      const { status } = await call('addStaff', { ...entry, scope: scopeOf(scope) });
      message.success(
        status === 'waiting' ? '已提交，等第二个人同意' : '已新建。还没有人能同意，这一位不用第二个人；以后都要',
      );
      onDone();
      onClose();
    });
  };
  return (
    <Dialog open title="新建用户" okText="提交申请" onOk={form.submit} onCancel={onClose} confirmLoading={sending}>
      <EntryForm name="add-staff" form={form} onFinish={send}>
        <Form.Item
          name="account"
          label="账号"
          extra="小写字母开头，3 到 32 位字母、数字、点、横线；以后不能改"
          rules={[{ required: true, pattern: /^[a-z][a-z0-9._-]{2,31}$/, message: '请按下面的样子填账号' }]}
        >
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} autoFocus />
        </Form.Item>
        <Form.Item name="name" label="姓名" rules={[{ required: true, whitespace: true, message: '请填姓名' }]}>
          <Input maxLength={30} autoComplete="off" />
        </Form.Item>
        <Form.Item name="company" label="单位" rules={[{ required: true, whitespace: true, message: '请填单位' }]}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <RolesFields />
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
