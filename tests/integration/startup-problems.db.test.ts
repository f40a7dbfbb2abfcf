import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { keysFromVectors } from '@huimin/sandbox';
import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, makeHome, startProgram } from './program.ts';
import { freePort } from './shop.ts';

let home: Home;
let database: FreshDatabase;
let taken: { port: number; close(): void };
let closedPort: number;
beforeAll(async () => {
  home = await makeHome();
  database = await freshDatabase();
  closedPort = await freePort();
  const server = createServer().listen(0);
  await new Promise((done) => server.once('listening', done));
  taken = { port: (server.address() as { port: number }).port, close: () => server.close() };
});
afterAll(async () => {
  taken?.close();
  home?.remove();
  await database?.drop();
});

const PASSWORD = 'not-the-passw0rd';
const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

/** Everything production wants, with throw-away values that do not show where they come from. */
function productionSettings(): Record<string, string> {
  const { wechatPay } = keysFromVectors();
  const key = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');
  return {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    PUBLIC_ORIGIN: 'https://shop.example.cn',
    DATA_KEYS: `k1:${key(32)}`,
    INDEX_KEY: key(32),
    NUMBER_KEY: key(16),
    PAPER_KEY: key(16),
    EVIDENCE_KEY: `k1:${key(32)}`,
    EVIDENCE_SIGNING_KEY: key(32),
    EVIDENCE_CHECKPOINT_DIR: '/mnt/elsewhere',
    WECHAT_APP_ID: 'wx0123456789abcdef',
    WECHAT_APP_SECRET: 'app-secret-of-the-account-0123456',
    WXPAY_MCH_ID: '1900000001',
    WXPAY_MERCHANT_PRIVATE_KEY: wechatPay.merchant.privateKeyPem,
    WXPAY_MERCHANT_SERIAL: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
    WXPAY_API_V3_KEY: 'abcdefghijklmnopqrstuvwxyz012345',
    WXPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0114232134912410000000000000',
    WXPAY_PUBLIC_KEY: wechatPay.platformPublicKey.publicKeyPem,
    ALIYUN_ACCESS_KEY_ID: 'LTAI4Gexample',
    ALIYUN_ACCESS_KEY_SECRET: 'access-key-secret-of-the-account',
    ALIYUN_SMS_SIGN_NAME: '苏民安',
    ALIYUN_SMS_TEMPLATE_LOGIN: 'SMS_154950909',
    ALIYUN_SMS_TEMPLATE_ACCOUNT: 'SMS_154950910',
  };
}

type Case = readonly [what: string, settings: () => Record<string, string>, says: RegExp, remedy: RegExp];

const cases: Case[] = [
  ['the port is taken', () => ({ PORT: String(taken.port) }), /Port \d+ is already in use/, /PORT=\d+ npm start/],
  [
    'the sandbox’s port is taken',
    () => ({ SANDBOX_PORT: String(taken.port) }),
    /Port \d+ is already in use/,
    /SANDBOX_PORT=\d+ npm start/,
  ],
  ['a port that is no number', () => ({ PORT: 'http' }), /PORT should be: 1–65535/, /docs\/settings\.md/],
  [
    'a file stands where the data folder should be',
    () => {
      const file = join(home.dataDir, 'a-file');
      writeFileSync(file, '');
      return { DATA_DIR: file };
    },
    /The data folder cannot be read and written/,
    /set DATA_DIR to another folder/,
  ],
  [
    'a data folder with something else in place of the cluster',
    () => {
      const dataDir = join(home.dataDir, 'strange');
      mkdirSync(join(dataDir, 'postgres'), { recursive: true });
      writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'not a cluster');
      return { DATA_DIR: dataDir };
    },
    /is not a complete database folder/,
    /Move it away/,
  ],
  [
    'DATABASE_URL leads nowhere',
    () => ({ DATABASE_URL: changed((url) => (url.port = String(closedPort))) }),
    /PostgreSQL at 127\.0\.0\.1:\d+ cannot be reached/,
    /Make sure it runs/,
  ],
  [
    'DATABASE_URL has a wrong password',
    () => ({ DATABASE_URL: changed((url) => (url.password = PASSWORD)) }),
    /refuses user \w+/,
    /Check user and password in DATABASE_URL/,
  ],
  [
    'DATABASE_URL names a database that is not there',
    () => ({ DATABASE_URL: changed((url) => (url.pathname = '/nowhere')) }),
    /There is no database nowhere/,
    /CREATE DATABASE "nowhere"/,
  ],
  [
    'DATABASE_URL is for another kind of database',
    () => ({ DATABASE_URL: `mysql://root:${PASSWORD}@127.0.0.1/shop` }),
    /DATABASE_URL should be: postgres:/,
    /docs\/settings\.md/,
  ],
  [
    'production without its settings',
    () => ({ NODE_ENV: 'production' }),
    /DATABASE_URL is missing[\s\S]*PUBLIC_ORIGIN is missing/,
    /docs\/settings\.md/,
  ],
  [
    'production with one setting missing',
    () => {
      const { WXPAY_API_V3_KEY: _left, ...rest } = productionSettings();
      return rest;
    },
    /WXPAY_API_V3_KEY is missing/,
    /docs\/settings\.md/,
  ],
  [
    'production with a provider on this machine',
    () => ({ ...productionSettings(), WXPAY_BASE: 'http://127.0.0.1:3100', ALIYUN_SMS_BASE: 'http://localhost:3100' }),
    /WXPAY_BASE is a sandbox address[\s\S]*ALIYUN_SMS_BASE is a sandbox address/,
    /docs\/settings\.md/,
  ],
  [
    'production without https',
    () => ({ ...productionSettings(), PUBLIC_ORIGIN: 'http://shop.example.cn' }),
    /PUBLIC_ORIGIN must be an https address/,
    /docs\/settings\.md/,
  ],
];

test.each(cases)(
  '%s: says so, says what to do, and exits with 1',
  async (_what, settings, says, remedy) => {
    const program = startProgram({ ...home.environment, ...settings() });
    expect(await program.ended).toBe(1);
    const output = program.output();
    expect(output).toMatch(says);
    expect(output).toMatch(remedy);
    expect(output).toMatch(/[\u4e00-\u9fff]/);
    // For a person at the keyboard: no stack, no secret.
    expect(output).not.toMatch(/^\s+at /m);
    expect(output).not.toMatch(/\.ts:\d+/);
    for (const secret of [PASSWORD, new URL(database.url).password, 'secret-of-the-account', 'BEGIN PRIVATE KEY']) {
      expect(output).not.toContain(secret);
    }
  },
  60_000,
);
