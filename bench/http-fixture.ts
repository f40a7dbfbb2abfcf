import { createCipheriv, createHash, randomBytes, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syntheticIdNumber } from '@huimin/testing';
import type { Database } from '../apps/server/src/db/database.ts';
import { positionId, shardOfOrder, shardOfUser } from '../apps/server/src/security/order-ids.ts';
import { createPublicNumbers } from '../apps/server/src/security/public-numbers.ts';
import { createBlindIndex, createVault } from '../apps/server/src/security/vault.ts';

/** People, sessions and provider notices for the HTTP measurement, written straight into the database. */
const vectors = JSON.parse(
  readFileSync(new URL('../tests/vectors/providers/wechatpay-v3.json', import.meta.url), 'utf8'),
) as {
  mchid: string;
  api_v3_key: string;
  merchant: { serial_no: string; private_key_pem: string };
  wechatpay: { public_key_id: string; private_key_pem_for_the_sandbox: string; public_key_pem: string };
};

const dataKey = Buffer.alloc(32, 1);
const vault = createVault([{ id: 't1', key: dataKey }], randomBytes);
const index = createBlindIndex(Buffer.alloc(32, 2));
export const numbers = createPublicNumbers(Buffer.alloc(16, 3));
export const APP_ID = 'wxbench0000000001';

/** @param evidenceDir one for each database */
export function serverEnvironment(port: number, databaseUrl: string, evidenceDir: string): Record<string, string> {
  const nowhere = 'http://127.0.0.1:9';
  return {
    NODE_ENV: 'test',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    DATA_KEYS: `t1:${dataKey.toString('base64')}`,
    INDEX_KEY: Buffer.alloc(32, 2).toString('base64'),
    NUMBER_KEY: Buffer.alloc(16, 3).toString('base64'),
    PAPER_KEY: Buffer.alloc(16, 4).toString('base64'),
    EVIDENCE_KEY: `t1:${Buffer.alloc(32, 5).toString('base64')}`,
    EVIDENCE_SIGNING_KEY: Buffer.alloc(32, 6).toString('base64'),
    RECORDING_DIR: join(tmpdir(), 'no-recordings'),
    EVIDENCE_STORE: join(evidenceDir, 'store'),
    EVIDENCE_CHECKPOINT_DIR: join(evidenceDir, 'copies'),
    WECHAT_APP_ID: APP_ID,
    WECHAT_APP_SECRET: 'bench',
    WECHAT_API_BASE: nowhere,
    WECHAT_OPEN_BASE: nowhere,
    WECHAT_JS_SDK_URL: `${nowhere}/jweixin.js`,
    WXPAY_MCH_ID: vectors.mchid,
    WXPAY_MERCHANT_PRIVATE_KEY: vectors.merchant.private_key_pem,
    WXPAY_MERCHANT_SERIAL: vectors.merchant.serial_no,
    WXPAY_API_V3_KEY: vectors.api_v3_key,
    WXPAY_PUBLIC_KEY_ID: vectors.wechatpay.public_key_id,
    WXPAY_PUBLIC_KEY: vectors.wechatpay.public_key_pem,
    WXPAY_BASE: nowhere,
    ALIYUN_ACCESS_KEY_ID: 'bench',
    ALIYUN_ACCESS_KEY_SECRET: 'bench',
    ALIYUN_SMS_SIGN_NAME: 'bench',
    ALIYUN_SMS_TEMPLATE_LOGIN: 'SMS_0',
    ALIYUN_SMS_TEMPLATE_ACCOUNT: 'SMS_1',
    ALIYUN_SMS_BASE: nowhere,
  };
}

export interface BenchUser {
  readonly cookie: string;
  readonly selfNo: string;
  /** Member numbers of people nobody has insured yet, two per purchase. */
  readonly pairs: readonly (readonly [string, string])[];
}

let serial = 0;

function person(): { sealed: Buffer; index: Buffer } {
  serial++;
  const day = new Date(Date.UTC(1950, 0, 1) + Math.floor(serial / 990) * 86_400_000).toISOString().slice(0, 10);
  const idNumber = syntheticIdNumber({ district: '320199', birthDate: day, sequence: (serial % 990) + 1 });
  const sex = ((serial % 990) + 1) % 2 === 1 ? 'm' : 'f';
  const details = {
    name: '张测试',
    idType: '01',
    idNumber,
    phone: '19000001234',
    sex,
    birthDate: day,
    relationshipNote: null,
  };
  return { sealed: vault.sealJson('member', details), index: index.person('01', idNumber) };
}

/** Users with a session each and people to insure; `round` keeps rounds apart. */
export async function makeUsers(
  database: Database,
  round: number,
  users: number,
  pairsEach: number,
): Promise<BenchUser[]> {
  const made: BenchUser[] = [];
  const now = new Date();
  for (let user = 0; user < users; user++) {
    const userId = BigInt(1_000_000 + round * 10_000 + user);
    const shard = shardOfUser(userId);
    const token = randomBytes(32).toString('base64url');
    const phoneIndex = randomBytes(16);
    await database.query(
      `insert into users (phone_index, id, shard, phone_sealed, created_at, last_login_at) values ($1, $2, $3, $4, $5, $5)`,
      [phoneIndex, userId, shard, vault.seal('phone', '19000001234'), now],
    );
    await database.query(
      `insert into sessions (token_hash, user_id, user_shard, phone_index, created_at, seen_at, expires_at) values ($1, $2, $3, $4, $5, $5, $6)`,
      [
        createHash('sha256').update(token).digest(),
        userId,
        shard,
        phoneIndex,
        now,
        new Date(now.getTime() + 86_400_000),
      ],
    );
    const people = Array.from({ length: 1 + pairsEach * 2 }, person);
    const firstId = userId * 100_000n;
    await database.query(
      `insert into members (shard, id, user_id, person_index, details_sealed, relationship, region_code, consent_at, created_at, updated_at)
       select $1, i, $2, p, d, r, '320500', $7, $7, $7 from unnest($3::bigint[], $4::bytea[], $5::bytea[], $6::text[]) as g(i, p, d, r)`,
      [
        shard,
        userId,
        people.map((_, at) => firstId + BigInt(at)),
        people.map((entry) => entry.index),
        people.map((entry) => entry.sealed),
        people.map((_, at) => (at === 0 ? '00' : '02')),
        now,
      ],
    );
    const no = (at: number): string => numbers.memberNo(firstId + BigInt(at));
    made.push({
      cookie: `hm_session=${token}`,
      selfNo: no(0),
      pairs: Array.from({ length: pairsEach }, (_, pair) => [no(1 + pair * 2), no(2 + pair * 2)] as const),
    });
  }
  return made;
}

/** Open attempts for saved orders, as starting a payment leaves them. */
export async function openAttempts(database: Database, orderNos: readonly string[], amountFen: number): Promise<void> {
  const ids = orderNos.map((orderNo) => numbers.orderId(orderNo) as bigint);
  const now = new Date();
  await database.query(
    `insert into payment_attempts (shard, id, order_id, attempt_no, provider, method, merchant_order_no, amount_fen, state, created_at, expires_at)
     select s, a, o, 1, 'wechat-pay', 'wxpay', m, $5, 'WAITING', $6, $7 from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::text[]) as g(s, a, o, m)`,
    [
      ids.map(shardOfOrder),
      ids.map((id) => positionId(id, 1)),
      ids,
      ids.map((id) => numbers.merchantOrderNo(id, 1)),
      amountFen,
      now,
      new Date(now.getTime() + 1_800_000),
    ],
  );
}

/** A payment notice as WeChat Pay sends it: signed headers and sealed body. */
export function paymentNotice(orderNo: string, amountFen: number): { headers: Record<string, string>; body: Buffer } {
  const orderId = numbers.orderId(orderNo) as bigint;
  const plain = JSON.stringify({
    appid: APP_ID,
    mchid: vectors.mchid,
    out_trade_no: numbers.merchantOrderNo(orderId, 1),
    transaction_id: `42${orderId}`,
    trade_type: 'MWEB',
    trade_state: 'SUCCESS',
    trade_state_desc: '支付成功',
    bank_type: 'OTHERS',
    attach: '',
    success_time: new Date().toISOString().replace(/\.\d+Z$/, '+00:00'),
    payer: { openid: 'obench' },
    amount: { total: amountFen, payer_total: amountFen, currency: 'CNY', payer_currency: 'CNY' },
  });
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(vectors.api_v3_key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from('transaction'));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64');
  const body = Buffer.from(
    JSON.stringify({
      id: `bench-${orderId}`,
      create_time: new Date().toISOString(),
      resource_type: 'encrypt-resource',
      event_type: 'TRANSACTION.SUCCESS',
      summary: '支付成功',
      resource: {
        original_type: 'transaction',
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext,
        associated_data: 'transaction',
        nonce,
      },
    }),
  );
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headerNonce = randomBytes(16).toString('hex');
  const signature = sign(
    'sha256',
    Buffer.from(`${timestamp}\n${headerNonce}\n${body}\n`),
    vectors.wechatpay.private_key_pem_for_the_sandbox,
  );
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': headerNonce,
      'wechatpay-serial': vectors.wechatpay.public_key_id,
      'wechatpay-signature': signature.toString('base64'),
      'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
    },
  };
}
