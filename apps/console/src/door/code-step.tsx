import type { SignInStepValue, StaffSelfValue } from '@huimin/contract/console';
import { Alert, App, Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { CallProblem, call, sentenceOf } from '../api/client.ts';
import { serverNow } from '../api/server-clock.ts';
import { EntryForm } from '../app/entry-form.tsx';
import { shortTime } from '../parts/when.ts';

export interface StepProps {
  readonly step: SignInStepValue;
  onEnter(self: StaffSelfValue): void;
  onBack(): void;
}

/** Who is signing in, as the password said. */
export function StepPerson({ step, onBack }: Pick<StepProps, 'step' | 'onBack'>) {
  return (
    <div className="door-person">
      <span aria-hidden="true">{step.name.slice(0, 1)}</span>
      <span>
        <b>{step.name}</b>
        <small className="person-line">
          {step.account}，{step.company}
        </small>
      </span>
      <span className="space" />
      <Button type="link" onClick={onBack}>
        换账号
      </Button>
    </div>
  );
}

/** Six digits in two groups, as the app shows them; what else is typed or pasted is left out. */
export const codeInput = {
  className: 'code-input',
  inputMode: 'numeric' as const,
  autoComplete: 'one-time-code',
  maxLength: 16,
};
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '').slice(0, 6);
export const grouped = (text: string): string => digitsOf(text).replace(/^(\d{3})(\d)/, '$1 $2');

export function CodeStep({ step, onEnter, onBack }: StepProps) {
  const { modal } = App.useApp();
  const [form] = Form.useForm<{ code?: string; recoveryCode?: string }>();
  const [byRecovery, setByRecovery] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const send = async (input: { code?: string; recoveryCode?: string }) => {
    setSending(true);
    setProblem(null);
    const proof = byRecovery ? { recoveryCode: input.recoveryCode?.trim() } : { code: digitsOf(input.code ?? '') };
    try {
      onEnter(await call('finishSignIn', proof));
    } catch (fault) {
      setSending(false);
      if (fault instanceof CallProblem && fault.code === 'staff-signed-out') return onBack();
      form.resetFields();
      setProblem(sentenceOf(fault));
    }
  };
  const stop = () =>
    modal.confirm({
      title: '停用这个账号？',
      content: '所有登录马上结束。要再用，得由安全管理员申请重置，并由第二个人同意。',
      okText: '停用',
      autoFocusButton: 'cancel',
      okButtonProps: { danger: true },
      onOk: async () => {
        await call('stopOwnAccount', {}).catch((fault) => setProblem(sentenceOf(fault)));
        onBack();
      },
    });
  return (
    <>
      <h1>{byRecovery ? '第二步：用备用码' : '第二步：输入动态口令'}</h1>
      <p className="lead">
        {byRecovery ? '绑定时记下的备用码，每个只能用一次' : '打开手机上的口令应用，输入 6 位数字'}
      </p>
      <StepPerson step={step} onBack={onBack} />
      <EntryForm name="second" form={form} onFinish={send} key={String(byRecovery)}>
        {byRecovery ? (
          <Form.Item
            name="recoveryCode"
            label="备用码"
            rules={[{ required: true, min: 10, message: '请填完整的备用码' }]}
          >
            <Input autoFocus autoComplete="off" spellCheck={false} maxLength={24} />
          </Form.Item>
        ) : (
          <Form.Item
            name="code"
            label="动态口令"
            extra={<NextCode />}
            normalize={grouped}
            rules={[{ required: true, pattern: /^\d{3} ?\d{3}$/, message: '请填 6 位数字' }]}
          >
            <Input {...codeInput} autoFocus />
          </Form.Item>
        )}
        {problem !== null && <Alert className="ant-form-item" type="error" showIcon title={problem} role="alert" />}
        <Button type="primary" htmlType="submit" size="large" block loading={sending}>
          登录
        </Button>
      </EntryForm>
      <p className="door-or">也可以</p>
      <Button
        block
        onClick={() => {
          setByRecovery(!byRecovery);
          setProblem(null);
        }}
      >
        {byRecovery ? '用动态口令' : '用备用码'}
      </Button>
      <p className="door-last">
        {step.lastSignInAt === null
          ? '还没有登录过。'
          : `上次登录 ${shortTime(step.lastSignInAt)}，${step.lastSignInFrom}。`}
        <span className="door-stop">
          不是您？
          <Button type="link" size="small" className="row-link" onClick={stop}>
            立即停用
          </Button>
        </span>
      </p>
    </>
  );
}

const secondsLeft = () => 30 - (Math.floor(serverNow() / 1000) % 30);

function NextCode() {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className="num">每 30 秒换一次，还有 {left} 秒；可以粘贴</span>;
}
