import { expect, test } from 'vitest';
import { watchCalls } from './watched-calls.ts';

const DATE = 'Sun, 22 Nov 2026 05:30:00 GMT';

function bench(
  answer: () => Promise<Response>,
  flush: () => Promise<boolean> = async () => true,
  account: string | null = null,
) {
  const marks: [string, Record<string, unknown>][] = [];
  const sent: { url: string; id: string | undefined; flushed: number }[] = [];
  const known: string[] = [];
  let flushed = 0;
  let gone = 0;
  const call = watchCalls({
    mark: (tag, payload) => void marks.push([tag, payload as Record<string, unknown>]),
    now: () => 1_000,
    traceId: () => 'trace-1',
    flush: () => flush().finally(() => (flushed += 1)),
    fetch: async (url, init) => {
      sent.push({ url, id: (init.headers as Record<string, string>)['x-record-id'], flushed });
      return answer();
    },
    know: (texts) => void known.push(...texts),
    onPersonGone: () => {
      gone += 1;
    },
    account: () => account,
    basePath: '/hmb-js26',
  });
  return { call, marks, sent, known, gone: () => gone };
}

const reply = (body: object) =>
  Response.json({ code: 200000, subMessage: 'request-1', ...body }, { headers: { date: DATE } });
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

test('an order is saved after what led to it is with the server, and brings the recording’s id', async () => {
  const { call, marks, sent } = bench(async () => reply({ result: { orderNo: '42' } }));
  await call('/hmb-js26/api/v1/insure/order/save', { method: 'POST', headers: { a: 'b' } });
  await settle();
  expect(sent).toEqual([{ url: '/hmb-js26/api/v1/insure/order/save', id: 'trace-1', flushed: 1 }]);
  expect(marks).toEqual([
    ['api', { path: '/api/v1/insure/order/save', status: 200, code: '200000', ms: 0, requestId: 'request-1' }],
    ['clock', { serverAt: Date.parse(DATE), clientAt: 1_000, rttMs: 0 }],
    ['order', { orderNo: '42' }],
  ]);
});

test.each(['/api/wxpay/jsapiPay', '/api/wxpay/signAndPay', '/api/alipay/wapPay', '/api/v1/insure/upgrade/save'])(
  '%s brings the id as well',
  async (path) => {
    const { call, sent } = bench(async () => reply({}));
    await call(`/hmb-js26${path}`, { method: 'POST', headers: {} });
    expect(sent[0]?.id).toBe('trace-1');
  },
);

test('a call that fails, and a recording that fails, change nothing of each other', async () => {
  const broken = bench(
    async () => {
      throw new TypeError('no network');
    },
    async () => {
      throw new Error('no recording');
    },
  );
  await expect(broken.call('/hmb-js26/api/v1/insure/order/save', { headers: {} })).rejects.toThrow('no network');
  expect(broken.marks[0]?.[1]).toMatchObject({ status: 0 });
});

test('names and numbers of people are known before the app has the answer; those of products and companies are not', async () => {
  const { call, known } = bench(async () =>
    reply({
      result: {
        proName: '苏民安',
        plans: [{ name: '基础版' }],
        members: [{ memberId: '1', name: '林梅', idNumberMasked: '3205**********123X', regionText: '苏州' }],
        order: { productName: '苏民安', insured: [{ name: '林大山', amountFen: 1 }] },
      },
    }),
  );
  await call('/hmb-js26/api/v1/family/query', { headers: {} });
  expect(known).toEqual(['林梅', '3205**********123X', '林大山']);
});

test('nothing that was sent or answered is noted, and the monitoring not at all', async () => {
  const { call, marks, sent, gone } = bench(async () => reply({ result: { name: '林梅' }, message: '林梅' }));
  await call('/hmb-js26/api/v1/family/query?phone=13812345678', { headers: {} });
  await call('/hmb-js26/api/v1/monitoring/report', { headers: {} });
  await call('/hmb-js26/api/v1/user/logout', { method: 'POST', headers: {} });
  await settle();
  expect(JSON.stringify(marks)).not.toMatch(/林梅|138/);
  expect(marks.filter(([tag]) => tag === 'api')).toHaveLength(2);
  expect(sent.map(({ id }) => id)).toEqual([undefined, undefined, undefined]);
  expect(gone()).toBe(1);
});

const SAME = '139****0001';
test.each<[string, string, object, number]>([
  ['a logout', '/user/logout', {}, 1],
  ['an account that was closed', '/user/close', {}, 1],
  ['one that could not be closed', '/user/close', { code: 400303 }, 0],
  ['a login of the same person', '/user/register/auth', { result: { phoneMasked: SAME } }, 0],
  ['a login of somebody else', '/user/register/auth', { result: { phoneMasked: '139****0002' } }, 1],
  ['one by identity', '/user/identity/auth', { result: { account: { phoneMasked: '139****0002' } } }, 1],
  ['another account that was found again', '/user/identity/complete', { result: { phoneMasked: '139****0002' } }, 1],
  ['one that is not through yet', '/user/identity/auth', { result: { account: null } }, 0],
  ['another phone of the same account', '/user/phone/update', { result: { phoneMasked: '139****0002' } }, 0],
])('%s: whether another recording begins', async (_, path, answer, times) => {
  const { call, gone } = bench(async () => reply(answer), undefined, SAME);
  await call(`/hmb-js26/api/v1${path}`, { method: 'POST', headers: {} });
  expect(gone()).toBe(times);
});

test('what is waiting goes before a logout, which waits for it, and before another login, which does not', async () => {
  const slow = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 5));
  const { call, sent } = bench(async () => reply({}), slow, SAME);
  const flushedBefore = async (path: string) => {
    await call(`/hmb-js26/api/v1${path}`, { method: 'POST', headers: {} });
    const now = sent.at(-1)?.flushed;
    await settle();
    await settle();
    return now;
  };
  expect(await flushedBefore('/user/logout')).toBe(1);
  expect(await flushedBefore('/user/close')).toBe(2);
  expect(await flushedBefore('/user/register/auth')).toBe(2);
  // It went meanwhile.
  expect(await flushedBefore('/user/logout')).toBe(4);
  expect(await flushedBefore('/user/profile')).toBe(4);
  expect(sent.map(({ id }) => id)).toEqual(Array(5).fill(undefined));
});

test('who logs in first where nobody was goes on in the same recording', async () => {
  const { call, gone } = bench(async () => reply({ result: { phoneMasked: SAME } }));
  await call('/hmb-js26/api/v1/user/register/auth', { method: 'POST', headers: {} });
  expect(gone()).toBe(0);
});
