import type { StaffSelfValue } from '@huimin/contract/console';
import { Alert, Button, Checkbox, Form, Input, QRCode, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { CallProblem, call, type Outputs, sentenceOf } from '../api/client.ts';
import { EntryForm } from '../app/entry-form.tsx';
import { codeInput, digitsOf, grouped, StepPerson, type StepProps } from './code-step.tsx';
import { CopyCodes, RecoveryCodes } from './recovery-codes.tsx';

interface EnrolForm {
  password: string;
  again: string;
  code: string;
}

/** The first sign-in: a password of one's own, the code app, and the recovery codes to keep. */
export function EnrolStep({ step, onEnter, onBack }: StepProps) {
  const [secret, setSecret] = useState<Outputs['prepareEnrolment'] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [done, setDone] = useState<{ self: StaffSelfValue; codes: readonly string[] } | null>(null);
  useEffect(() => {
    call('prepareEnrolment', {}).then(setSecret, (fault) => setProblem(sentenceOf(fault)));
  }, []);
  const send = async ({ password, code }: EnrolForm) => {
    setSending(true);
    setProblem(null);
    try {
      const { self, recoveryCodes } = await call('finishEnrolment', { password, code: digitsOf(code) });
      setDone({ self, codes: recoveryCodes });
    } catch (fault) {
      setSending(false);
      if (fault instanceof CallProblem && fault.code === 'staff-signed-out') return onBack();
      setProblem(sentenceOf(fault));
    }
  };
  if (done) return <KeepCodes codes={done.codes} onDone={() => onEnter(done.self)} />;
  return (
    <>
      <h1>首次登录：绑定动态口令</h1>
      <p className="lead">换成自己的密码，再用手机上的口令应用扫码</p>
      <StepPerson step={step} onBack={onBack} />
      <EntryForm name="enrol" onFinish={send}>
        <Form.Item
          name="password"
          label="新密码"
          extra="至少 12 个字符，几个不相干的词连起来最好记"
          rules={[{ required: true, min: 12, message: '密码至少 12 个字符' }]}
        >
          <Input.Password autoComplete="new-password" maxLength={128} autoFocus />
        </Form.Item>
        <Form.Item
          name="again"
          label="再输一遍"
          dependencies={['password']}
          rules={[
            { required: true, message: '请再输一遍' },
            ({ getFieldValue }) => ({
              validator: async (_, value) => {
                if (value && value !== getFieldValue('password')) throw new Error('两遍不一样，请重新输');
              },
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <div className="enrol-picture">
          {secret === null ? (
            <Skeleton.Node active />
          ) : (
            <>
              <span className="sr-only">给口令应用扫的二维码，旁边有可以手工输入的一串</span>
              <div aria-hidden="true">
                <QRCode value={secret.address} size={132} type="svg" />
              </div>
            </>
          )}
          <div>
            <p>用口令应用扫码。扫不了就手工输入：</p>
            <p className="secret" data-testid="secret">
              {secret?.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </p>
          </div>
        </div>
        <Form.Item
          name="code"
          label="动态口令"
          normalize={grouped}
          rules={[{ required: true, pattern: /^\d{3} ?\d{3}$/, message: '请填应用上的 6 位数字' }]}
        >
          <Input {...codeInput} />
        </Form.Item>
        {problem !== null && <Alert className="ant-form-item" type="error" showIcon title={problem} role="alert" />}
        <Button type="primary" htmlType="submit" size="large" block loading={sending} disabled={secret === null}>
          绑定并登录
        </Button>
      </EntryForm>
    </>
  );
}

function KeepCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const [kept, setKept] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone with the step before.
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        记下备用码
      </h1>
      <p className="lead">手机不在身边时用，每个只能用一次。只显示这一遍，请和手机分开放。</p>
      <RecoveryCodes codes={codes} />
      <p className="codes-foot">
        <Checkbox checked={kept} onChange={(event) => setKept(event.target.checked)}>
          已经记下了
        </Checkbox>
        <CopyCodes codes={codes} />
      </p>
      <Button type="primary" size="large" block disabled={!kept} onClick={onDone}>
        进入后台
      </Button>
    </>
  );
}
