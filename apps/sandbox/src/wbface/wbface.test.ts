import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { pressFace, wbfaceShop } from '../testing/cloud-shop.ts';

const MINUTE = 60_000;
let sandbox: Sandbox;
let shop: ReturnType<typeof wbfaceShop>;

beforeEach(async () => {
  const startMs = Date.parse('2026-11-20T08:00:00+08:00');
  sandbox = await createSandbox({
    ...{ port: 0, keys: keysFromVectors(), seed: 5, controlApi: true },
    clock: { now: () => startMs },
  });
  shop = wbfaceShop(sandbox);
});
afterEach(() => sandbox.close());

async function tickets() {
  const { access_token } = await shop.token();
  const sign = await shop.ticket(access_token);
  const nonce = await shop.ticket(access_token, { type: 'NONCE', user_id: 'u1' });
  return { accessToken: access_token, sign: sign.tickets[0].value, nonce: nonce.tickets[0].value };
}

async function openPage(orderNo = 'ORDER0001', long = false) {
  const { sign, nonce } = await tickets();
  const { result } = await shop.faceId(orderNo, sign);
  const address = shop.loginAddress(orderNo, result.h5faceId, nonce, long);
  const answer = await fetch(address);
  return { sign, nonce, address, h5faceId: result.h5faceId, status: answer.status, html: await answer.text() };
}

test.each([
  ['pass', '0', '92.35'],
  ['fail', '66660004', '43.10'],
  ['mismatch', '66660010', '43.10'],
  ['quit', '3001', '43.10'],
])(
  'a check that ends by %s comes back with its code, and the record says the same',
  async (ending, code, similarity) => {
    const page = await openPage();
    expect(page.status).toBe(200);
    const back = new URL((await pressFace(sandbox, page.html, ending)).headers.get('location') ?? '');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      ...{ code, orderNo: 'ORDER0001', h5faceId: page.h5faceId, newSignature: expect.stringMatching(/^[0-9A-F]{40}$/) },
    });
    expect(await shop.record('ORDER0001', page.sign)).toMatchObject({
      code,
      result: { orderNo: 'ORDER0001', similarity },
    });
  },
);

test('there is no record before the person is done', async () => {
  const { sign } = await openPage();
  expect(await shop.record('ORDER0001', sign)).toMatchObject({ code: '66660011' });
  expect(await shop.record('NOBODY', sign)).toMatchObject({ code: '66660011' });
});

test('a body that does not say that it is JSON is refused', async () => {
  const { appId } = sandbox.keys.wbface;
  const fields = { appId, version: '1.0.0', nonce: 'N'.repeat(32), orderNo: 'ORDER0001', sign: 'A'.repeat(40) };
  const asked = shop.call('/api/v2/base/queryfacerecord', { orderNo: 'ORDER0001' }, fields, 'text/plain');
  expect(await asked).toMatchObject({ code: '400101', msg: expect.stringContaining('Content-Type') });
});

test('newer names of the call, and a login that signs order and face id, work as well', async () => {
  const { sign } = await tickets();
  const advanced = await shop.faceId('ORDER0002', sign, {}, 'getAdvFaceId');
  expect(advanced.result.faceId).toMatch(/^[0-9a-f]{32}$/);
  expect((await openPage('ORDER0003', true)).status).toBe(200);
});

describe('tickets', () => {
  test('a NONCE ticket works once, and for two minutes', async () => {
    const { address } = await openPage();
    expect((await fetch(address)).status).toBe(400);
    const { sign, nonce } = await tickets();
    const { result } = await shop.faceId('ORDER0002', sign);
    await sandbox.clock.advance(2 * MINUTE);
    const late = await fetch(shop.loginAddress('ORDER0002', result.h5faceId, nonce));
    expect(await late.text()).toContain('66660021');
  });
  test('a face id works for five minutes', async () => {
    const { sign } = await tickets();
    const { result } = await shop.faceId('ORDER0002', sign);
    await sandbox.clock.advance(5 * MINUTE);
    const { nonce } = await tickets();
    const late = await fetch(shop.loginAddress('ORDER0002', result.h5faceId, nonce));
    expect(await late.text()).toContain('66660018');
  });
  test('a SIGN ticket works for an hour, a token for two', async () => {
    const { sign, accessToken } = await tickets();
    await sandbox.clock.advance(60 * MINUTE);
    expect(await shop.faceId('ORDER0001', sign)).toMatchObject({ code: '66660021' });
    expect(await shop.ticket(accessToken)).toMatchObject({ code: '0' });
    await sandbox.clock.advance(60 * MINUTE);
    expect(await shop.ticket(accessToken)).toMatchObject({ code: '400101' });
  });
});

describe('refused', () => {
  test.each([
    ['another secret', { secret: 'x' }],
    ['another application', { appId: 'x' }],
    ['another version', { version: '2.0.0' }],
  ])('a token with %s', async (_name, more) => {
    expect(await shop.token(more)).toMatchObject({ code: '400101' });
  });
  test('a wrong sign, with the text that would have been signed in the log', async () => {
    const { sign } = await tickets();
    expect(await shop.faceId('ORDER0001', sign, { sign: '0'.repeat(40) })).toMatchObject({ code: '66660021' });
    expect(sandbox.control.log()[0]?.expectedSignText).toContain('张三');
  });
  test('an order number that was used', async () => {
    const { sign } = await tickets();
    expect(await shop.faceId('ORDER0001', sign)).toMatchObject({ code: '0' });
    expect(await shop.faceId('ORDER0001', sign)).toMatchObject({ code: '66660016' });
  });
  test('an identity number with a wrong check character', async () => {
    const { sign } = await tickets();
    expect(await shop.faceId('ORDER0001', sign, { idNo: '320106198803160021' })).toMatchObject({ code: '66660015' });
  });
});

test('a forged return leaves no record', async () => {
  const page = await openPage();
  sandbox.control.faults.add({ provider: 'wbface', kind: 'return_forged' });
  const back = await pressFace(sandbox, page.html, 'pass');
  expect(back.headers.get('location')).toContain('code=0');
  expect(await shop.record('ORDER0001', page.sign)).toMatchObject({ code: '66660011' });
});
