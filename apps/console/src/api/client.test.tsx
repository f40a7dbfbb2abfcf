import { REPLY_CODES } from '@huimin/contract';
import { consoleCalls } from '@huimin/contract/console';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, keepPageToken, whenBack } from './client.ts';
import { DOUBLE_PRESS_MS } from './once.ts';

type Name = keyof typeof consoleCalls;
const CHANGES = Object.values(consoleCalls)
  .filter(({ method }) => method !== 'GET')
  .map(({ name }) => name as Name);

let sent: string[];
let answer: () => unknown;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  sent = [];
  answer = () => ({ code: 200000, message: '', result: { number: sent.length } });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    sent.push(`${address} ${body}`);
    return new Response(JSON.stringify(answer()));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const press = (name: Name, input: object = { reason: '原因' }) => call(name, input as never);

test.each(CHANGES)('%s pressed twice is asked for once, and both hear what came of it', async (name) => {
  const both = [press(name), press(name)];
  expect(await Promise.all(both)).toEqual([{ number: 1 }, { number: 1 }]);
  // The other half of a double click comes after a quick answer as well.
  expect(await press(name)).toEqual({ number: 1 });
  // Something else is not held back by it, and neither is the same a little later.
  expect(await press(name, { reason: '另一个' })).toEqual({ number: 2 });
  await vi.advanceTimersByTimeAsync(DOUBLE_PRESS_MS);
  expect(await press(name)).toEqual({ number: 3 });
  expect(sent).toHaveLength(3);
});

test('what was refused may be tried again at once, and what is only looked at is asked for each time', async () => {
  const [name] = CHANGES as [Name];
  answer = () => ({ code: 400707, message: '还不行', result: null });
  const both = await Promise.allSettled([press(name, { reason: '再试' }), press(name, { reason: '再试' })]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(sent).toHaveLength(1);
  await expect(press(name, { reason: '再试' })).rejects.toThrow('还不行');
  expect(sent).toHaveLength(2);
  answer = () => ({ code: 200000, message: '', result: {} });
  await Promise.all([call('listComplaints', {}), call('listComplaints', {})]);
  expect(sent).toHaveLength(4);
});

test('there and back and there again are three changes', async () => {
  const [name] = CHANGES as [Name];
  for (const reason of ['去', '回', '去']) await press(name, { reason });
  expect(sent).toHaveLength(3);
});

test('what was pressed is not done in the name of who signed in meanwhile in another tab', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  keepPageToken('of-lin', 'lin.yun');
  const tokens: (string | undefined)[] = [];
  let account = 'zhao.min';
  vi.stubGlobal('fetch', async (address: string, { headers, method }: RequestInit & { headers: Headed }) => {
    if (address.endsWith('/me')) return answered({ account, token: 'of-the-cookie' });
    tokens.push(`${method} ${headers['X-Console-Token']}`);
    return headers['X-Console-Token'] === 'of-the-cookie' ? answered({ isDone: true }) : stale();
  });
  await expect(press('decideApproval', { approvalNo: '7', agree: true })).rejects.toMatchObject({
    code: 'staff-page-stale',
  });
  expect(reload).toHaveBeenCalledOnce();
  expect(tokens).toEqual(['POST of-lin']);
  // The same person goes on with the token of the new session.
  account = 'lin.yun';
  expect(await press('decideApproval', { approvalNo: '8', agree: true })).toEqual({ isDone: true });
  expect(tokens.at(-1)).toBe('POST of-the-cookie');
  keepPageToken('', null);
});

test('of a change whose answer was lost what is shown is read anew, so that its record can be looked for', async () => {
  let readAnew = 0;
  const stop = whenBack(() => {
    readAnew += 1;
  });
  keepPageToken('of-lin', 'lin.yun');
  const change = CHANGES.find((name) => consoleCalls[name].noted === 'change') as Name;
  const answers = [
    () => Promise.reject(new Error('the line broke')),
    async () => new Response('<h1>Gateway Time-out</h1>'),
    async () => new Response(JSON.stringify({ code: 400707, message: '还不行', result: null })),
  ];
  vi.stubGlobal('fetch', () => answers.shift()?.());
  for (const [words, read] of [
    ['可能已经办成了', 1],
    ['可能已经办成了', 2],
    ['还不行', 2],
  ] as const) {
    await expect(press(change)).rejects.toThrow(words);
    expect(readAnew).toBe(read);
  }
  keepPageToken('', null);
  stop();
});

type Headed = Readonly<Record<string, string>>;
const answered = (result: unknown) => new Response(JSON.stringify({ code: 200000, message: '', result }));
const stale = () =>
  new Response(JSON.stringify({ code: REPLY_CODES['staff-page-stale'].code, message: '', result: null }));
