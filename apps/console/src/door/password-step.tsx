import type { SignInStepValue } from '@huimin/contract/console';
import { Alert, Button, Form, Input } from 'antd';
import { call } from '../api/client.ts';
import { EntryForm } from '../app/entry-form.tsx';
import { useSending } from '../parts/use-sending.ts';

interface PasswordStepProps {
  readonly ended: string | null;
  onNext(step: SignInStepValue): void;
}

export function PasswordStep({ ended, onNext }: PasswordStepProps) {
  const { sending, problem, run } = useSending();
  const send = async (input: { account: string; password: string }) => {
    await run(async () => {
      onNext(await call('beginSignIn', input));
    });
  };
  return (
    <>
      <h1>{ended === null ? '登录运营后台' : '登录已经结束'}</h1>
      <p className="lead">{ended === null ? '第一步：账号和密码' : '重新登录后接着办，刚才填的内容还在'}</p>
      <EntryForm name="door" onFinish={send} initialValues={{ account: ended ?? '' }}>
        <Form.Item name="account" label="账号" rules={[{ required: true, whitespace: true, message: '请填账号' }]}>
          <Input
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            autoFocus={ended === null}
          />
        </Form.Item>
        <Form.Item name="password" label="密码" rules={[{ required: true, message: '请填密码' }]}>
          <Input.Password autoComplete="current-password" maxLength={256} autoFocus={ended !== null} />
        </Form.Item>
        {problem !== null && <Alert className="ant-form-item" type="error" showIcon title={problem} role="alert" />}
        <Button type="primary" htmlType="submit" size="large" block loading={sending}>
          下一步
        </Button>
      </EntryForm>
    </>
  );
}
