import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { keyOfPurpose } from '../keys/partner-keys.ts';
import { rsaVerify } from '../keys/rsa-sha256.ts';
import { centreCall, pushData } from '../testing/medical-account-shop.ts';
import { openToken } from './open-token.ts';

const example = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/partner-token.json', import.meta.url), 'utf8'),
);
const { token, content, purpose } = example;
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({
    ...{ port: 0, keys: keysFromVectors(), seed: 2, controlApi: true, signTestProbes: false },
    clock: { now: () => content.issuedAt * 1000 },
  });
});
afterAll(() => sandbox.close());

const open = (text: string, more: Partial<Parameters<typeof openToken>[1]> = {}) =>
  openToken(text, {
    purpose,
    keyOf: () => keyOfPurpose(sandbox.keys.partner, purpose),
    nowMs: content.issuedAt * 1000,
    ...more,
  });

test('the example opens with the key of its purpose, and with no other', () => {
  expect(keyOfPurpose(sandbox.keys.partner, purpose).toString('base64')).toBe(example.purposeKeyBase64);
  expect(open(token)).toEqual(content);
  expect(() => open(token, { keyOf: () => keyOfPurpose(sandbox.keys.partner, 'other') })).toThrow('改动');
  expect(() => open(token, { purpose: 'other' })).toThrow('用途');
  expect(() => open(token, { keyOf: () => undefined })).toThrow('没有这把密钥');
});

test('what was changed, is over, or comes from the future is refused', () => {
  const parts = token.split('.');
  expect(() => open([...parts.slice(0, 3), `${parts[3].slice(0, -4)}AAAA`].join('.'))).toThrow('改动');
  expect(() => open(token.replace('SBXtest1', 'SBXtest2'))).toThrow('改动');
  expect(() => open('HP1.a.b.c')).toThrow('不是令牌');
  expect(() => open(token, { nowMs: content.expiresAt * 1000 })).toThrow('过期');
  expect(() => open(token, { nowMs: (content.issuedAt - 61) * 1000 })).toThrow('将来');
});

test('the partner’s page takes a token once and shows what is in it', async () => {
  const visit = async (text: string) => {
    const response = await fetch(`${sandbox.origin}/partner/welcome?token=${encodeURIComponent(text)}`);
    return [response.status, await response.text()] as const;
  };
  expect(await visit(token)).toEqual([200, expect.stringContaining(content.outerId)]);
  expect(await visit(token)).toEqual([400, expect.stringContaining('已经用过')]);
  expect(await visit('<b>')).toEqual([400, expect.stringContaining('不是令牌')]);
});

test('the partner’s app leads into the shop with a login signed for that shop alone', async () => {
  const enter = (fields: Record<string, string>) =>
    fetch(`${sandbox.origin}/partner/app`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  expect(await (await fetch(`${sandbox.origin}/partner/app?phone=19000000012`)).text()).toContain('19000000012');
  const answer = await enter({ phone: '190 0000 0012', shop: 'http://localhost:3000/any' });
  const [, address, jwt = ''] =
    /^(.*)#\/user_login\?partnerToken=(.*)$/.exec(answer.headers.get('location') ?? '') ?? [];
  expect(address).toBe('http://localhost:3000/');
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const { publicKeyPem } = sandbox.keys.tzt;
  const text = Buffer.from(`${head}.${body}`);
  expect(rsaVerify(publicKeyPem, text, Buffer.from(signature, 'base64url').toString('base64'))).toBe(true);
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  expect(claims).toMatchObject({ iss: 'SBXtzt', aud: 'http://localhost:3000', phone: '19000000012' });
  expect(claims.exp - claims.iat).toBe(300);
  const none = await enter({ phone: '', shop: 'http://localhost:3000' });
  const [, without = ''] = (none.headers.get('location') ?? '').split('.');
  expect(JSON.parse(Buffer.from(without, 'base64url').toString())).not.toHaveProperty('phone');
  expect((await enter({ phone: '123', shop: 'http://localhost:3000' })).status).toBe(400);
  expect((await enter({ phone: '', shop: 'https://elsewhere.example' })).status).toBe(400);
});

test('the gateway takes a phone and nothing else, once, and leads in by a ticket for one visit', async () => {
  const push = (jumpNo: string, more = {}) => centreCall(sandbox, 'push', pushData(sandbox, jumpNo, more));
  const entry = (jumpNo: string, phone = '19000000012') => centreCall(sandbox, 'entry', { jumpNo, phone });
  expect(await push('JUMP00001')).toMatchObject({ code: '0', signed: true, data: { accepted: '1' } });
  expect((await push('JUMP00001')).code).toBe('0');
  expect((await push('JUMP00001', { phone: '19000000013' })).code).toBe('40901');
  expect((await push('JUMP00002', { userName: '林美' })).code).toBe('40001');
  expect((await push('JUMP00002', { purpose: 'SALES' })).code).toBe('40001');
  expect((await push('JUMP00002', { consentTime: '20200101000000' })).code).toBe('40301');
  expect((await push('JUMP00002', { phone: '19000009061' })).code).toBe('42203');
  expect((await entry('JUMP00001', '19000000013')).code).toBe('40401');
  expect((await entry('JUMP00009')).code).toBe('40401');
  const { data } = await entry('JUMP00001');
  expect(data.expireTime).toMatch(/^\d{14}$/);
  expect(await (await fetch(data.entryUrl)).text()).toContain('190****0012');
  expect((await fetch(data.entryUrl)).status).toBe(400);
  expect((await entry('JUMP00001')).code).toBe('40902');
  await push('JUMP00003');
  await sandbox.clock.advance(600_000);
  expect((await entry('JUMP00003')).code).toBe('40302');
});
