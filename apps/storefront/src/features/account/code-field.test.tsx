// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NetworkFailure } from '../../api/network-failure.ts';
import { CodeField } from './code-field.tsx';
import { codeProblem } from './code-problem.ts';
import { useCodeSending } from './use-code-sending.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

type Reply = Parameters<ReturnType<typeof useCodeSending>['note']>[0];
const sent: Reply = { ok: true, value: { resendAfterSeconds: 60, validMinutes: 10 } };
const refused = (result: unknown): Reply => ({
  ...{ ok: false, code: 400129, name: 'too-many-requests', message: '请稍后再获取', result },
});
const noReply = (kind: 'offline' | 'timeout'): Reply => ({
  ...{ ok: false, name: 'no-reply', failure: new NetworkFailure(kind, 'sendSmsCode') },
});

let root: Root;
let box: HTMLElement;
let reply: Reply;
let setPhone: (phone: string) => void;

function Form() {
  const [phone, set] = useState('19000000000');
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useCodeSending(phone);
  setPhone = set;
  return (
    <CodeField
      id="code"
      label="短信验证码"
      hint="请看短信"
      error={problem}
      value=""
      onChange={() => {}}
      onSend={() => setProblem(sending.note(reply))}
      sending={sending}
      sentTo={phone}
    />
  );
}

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  await act(async () => root.render(<Form />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
  vi.useRealTimers();
});

const button = () => box.querySelector('button');
const note = () => box.querySelector('#code-sent')?.textContent;
const problem = () => box.querySelector('#code-error')?.textContent;
const describedBy = () => box.querySelector('input')?.getAttribute('aria-describedby');
const send = async (next: Reply) => {
  reply = next;
  await act(async () => button()?.click());
};

it('says where a code has gone, and waits before the next; another phone need not wait', async () => {
  expect([button()?.textContent, note(), describedBy()]).toEqual(['获取验证码', '', 'code-hint']);
  await send(sent);
  expect([button()?.textContent, note()]).toEqual(['60 秒后可重发', '已发送到 19000000000，10 分钟内有效']);
  expect(describedBy()).toBe('code-hint code-sent');
  await act(async () => setPhone('19000000001'));
  expect([button()?.textContent, note()]).toEqual(['获取验证码', '']);
  await act(async () => setPhone('19000000000'));
  await act(async () => vi.advanceTimersByTime(60_000));
  expect([button()?.textContent, note()]).toEqual(['重新获取', '已发送到 19000000000，10 分钟内有效']);
});

it('waits as long as a refusal says, and tells a lost network from a busy server', async () => {
  await send(noReply('offline'));
  expect(problem()).toBe('网络不通，检查网络后再试。您填的内容还在');
  await send(noReply('timeout'));
  expect(problem()).toBe('等了很久没有回应，请稍后再试。您填的内容还在');
  await send(refused(null));
  expect([problem(), button()?.textContent]).toEqual(['请稍后再获取', '获取验证码']);
  await send(refused({ resendAfterSeconds: 30 }));
  expect([problem(), button()?.textContent, note()]).toEqual(['请稍后再获取', '30 秒后可重发', '']);
  // A phone that had its five of an hour.
  await act(async () => vi.advanceTimersByTime(30_000));
  await send(refused({ resendAfterSeconds: 2_953 }));
  expect(button()?.textContent).toBe('50 分钟后可重发');
});

it.each([
  ['', '请填写短信里的 6 位数字'],
  ['2048', '验证码是 6 位数字，现在是 4 位。请补全'],
  ['204816', undefined],
])('%j is a code, or what to do', (code, said) => expect(codeProblem(code)).toBe(said));
