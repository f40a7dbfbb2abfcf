import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDevelopmentKeys } from './settings/development-keys.ts';
import { settingsPage } from './settings/document.ts';
import { allRows } from './settings/table.ts';
import { readSettings, readStartSettings } from './settings.ts';

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const base64 = (bytes: number) => randomBytes(bytes).toString('base64');

/** Everything a production start needs. */
const production = Object.freeze({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://shop:s3cretword@db.example.cn/shop',
  PUBLIC_ORIGIN: 'https://shop.example.cn',
  DATA_KEYS: `k2:${base64(32)},k1:${base64(32)}`,
  INDEX_KEY: base64(32),
  NUMBER_KEY: base64(16),
  PAPER_KEY: base64(16),
  EVIDENCE_KEY: `k1:${base64(32)}`,
  EVIDENCE_SIGNING_KEY: base64(32),
  EVIDENCE_CHECKPOINT_DIR: '/mnt/elsewhere',
  WECHAT_APP_ID: 'wx1234567890abcdef',
  WECHAT_APP_SECRET: 'a'.repeat(32),
  WXPAY_MCH_ID: '1600000000',
  WXPAY_MERCHANT_PRIVATE_KEY: pair.privateKey,
  WXPAY_MERCHANT_SERIAL: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  WXPAY_API_V3_KEY: 'b'.repeat(32),
  WXPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0116000000002024',
  WXPAY_PUBLIC_KEY: pair.publicKey,
  ALIYUN_ACCESS_KEY_ID: 'LTAI5tExample',
  ALIYUN_ACCESS_KEY_SECRET: 'c'.repeat(30),
  ALIYUN_SMS_SIGN_NAME: '某某保',
  ALIYUN_SMS_TEMPLATE_LOGIN: 'SMS_1',
  ALIYUN_SMS_TEMPLATE_ACCOUNT: 'SMS_2',
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('docs/settings.md is the table in words', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8');
  expect(page, 'run: npm run docs').toBe(settingsPage());
});

describe('outside production', () => {
  test('an empty environment gives the documented start', () => {
    expect(readStartSettings({})).toEqual({
      environment: 'development',
      port: 3000,
      sandboxPort: 3100,
      sandboxOrigin: 'http://localhost:3100',
      dataDir: './data',
      recordingDir: null,
      ...{ recordingReceiver: null, recordingTestReceiver: null },
      evidenceStore: null,
      evidenceCheckpointDir: null,
      databaseUrl: null,
      publicOrigin: 'http://localhost:3000',
      workerNumber: null,
      ...{ groupByShard: false, leaveSeconds: null, purchaseRoom: 512, commonJobs: true },
      trustedProxies: [],
    });
  });

  test('keys are made once, for the owner only, and stay', () => {
    const made = openDevelopmentKeys(folder);
    expect(openDevelopmentKeys(folder)).toEqual(made);
    expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
    const { NODE_ENV: _, ...providers } = production;
    const settings = readSettings({}, { ...providers, ...made });
    expect(settings.dataKeys).toHaveLength(1);
    expect(settings.numberKey).toHaveLength(16);
  });

  test('keys of a folder from an earlier release stay, and what is new is added', () => {
    const { EVIDENCE_KEY: _, ...earlier } = openDevelopmentKeys(folder);
    writeFileSync(join(folder, 'keys.json'), JSON.stringify(earlier));
    const added = openDevelopmentKeys(folder);
    expect(added).toMatchObject(earlier);
    expect(added.EVIDENCE_KEY).toMatch(/^k1:/);
    expect(openDevelopmentKeys(folder)).toEqual(added);
  });

  test('a provider given in part is not completed with somebody else’s values', () => {
    const { NODE_ENV: _, ...supplied } = production;
    expect(() => readSettings({ WXPAY_MCH_ID: '1700000000' }, supplied)).toThrow(/WXPAY_API_V3_KEY is missing/);
    expect(readSettings({ ALIYUN_SMS_SIGN_NAME: '' }, supplied).aliyunSmsSignName).toBe('某某保');
  });
});

describe('in production', () => {
  test('a complete environment is accepted and frozen', () => {
    const settings = readSettings(production);
    expect(settings.dataKeys.map(({ id }) => id)).toEqual(['k2', 'k1']);
    expect(settings.wxpayBase).toBe('https://api.mch.weixin.qq.com');
    expect(settings.wxpayNotifyOrigin).toBe('https://shop.example.cn');
    expect(Object.isFrozen(settings)).toBe(true);
  });

  const needed = allRows.filter((row) => row.neededInProduction).map((row) => row.name);
  test.each(needed)('%s must be there', (name) => {
    expect(() => readSettings({ ...production, [name]: undefined }, production)).toThrow(`${name} is missing`);
  });

  test('all that is missing is said at once', () => {
    expect(() => readSettings({ ...production, PORT: 'x', PAPER_KEY: '' })).toThrow(/PORT should[\s\S]*PAPER_KEY is/);
  });

  test.each([
    ['WXPAY_BASE', 'http://localhost:3100'],
    ['WECHAT_API_BASE', 'https://127.0.0.1:3100'],
    ['WECHAT_OPEN_BASE', 'http://192.168.1.9:3100'],
    ['ALIYUN_SMS_BASE', 'https://sandbox.example.cn'],
    ['WECHAT_JS_SDK_URL', 'https://[::1]/jweixin.js'],
    ['WECHAT_APP_ID', 'wx0000sandbox0001'],
    ['WXPAY_MERCHANT_SERIAL', '4A11C0FFEE000000000000000000000000000001'],
    ['ALIYUN_ACCESS_KEY_ID', 'LTAISANDBOX00000001'],
    ['PUBLIC_ORIGIN', 'http://shop.example.cn'],
  ])('%s=%s is refused', (name, value) => {
    expect(() => readSettings({ ...production, [name]: value })).toThrow(name);
  });

  const alipay = {
    ALIPAY_APP_ID: '2021004100000001',
    ALIPAY_APP_PRIVATE_KEY: pair.privateKey,
    ALIPAY_PUBLIC_KEY: pair.publicKey,
    ALIPAY_SELLER_ID: '2088000000000001',
  };

  test('Alipay is given whole or not at all', () => {
    expect(readSettings(production).alipayAppId).toBeNull();
    expect(readSettings({ ...production, ...alipay })).toMatchObject({
      alipayAppId: '2021004100000001',
      alipayGateway: 'https://openapi.alipay.com/gateway.do',
    });
    for (const name of Object.keys(alipay)) {
      expect(() => readSettings({ ...production, ...alipay, [name]: '' })).toThrow(`${name} is missing`);
    }
  });

  test.each([
    ['ALIPAY_APP_ID', '9021000100000001'],
    ['ALIPAY_APP_ID', '2021000000000001'],
    ['ALIPAY_GATEWAY', 'https://openapi-sandbox.dl.alipaydev.com/gateway.do'],
  ])('%s=%s belongs to a sandbox and is refused', (name, value) => {
    expect(() => readSettings({ ...production, ...alipay, [name]: value })).toThrow(name);
  });

  const example = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../tests/vectors/providers', name), 'utf8'));
  const { root, middle } = example('unionpay-certificates.json');
  const unionpay = {
    UNIONPAY_MER_ID: '802320048160001',
    UNIONPAY_CERT_ID: '69042905377',
    UNIONPAY_PRIVATE_KEY: pair.privateKey,
    UNIONPAY_CERTIFICATES: `${root}${middle}`,
  };

  test('UnionPay is given whole or not at all', () => {
    expect(readSettings(production).unionpayMerId).toBeNull();
    expect(readSettings({ ...production, ...unionpay })).toMatchObject({
      unionpayMerId: '802320048160001',
      unionpayBase: 'https://gateway.95516.com',
      unionpaySigner: '中国银联股份有限公司',
    });
    for (const name of Object.keys(unionpay)) {
      expect(() => readSettings({ ...production, ...unionpay, [name]: '' })).toThrow(`${name} is missing`);
    }
  });

  test.each([
    ['UNIONPAY_BASE', 'https://gateway.test.95516.com'],
    ['UNIONPAY_FILE_URL', 'https://filedownload.test.95516.com/'],
    ...['777290058110048', '898000000000001'].map((merId): [string, string] => ['UNIONPAY_MER_ID', merId]),
    ['UNIONPAY_SIGNER', '00040000:SIGN'],
    ['UNIONPAY_CERTIFICATES', `${root}${example('unionpay-acp510.json').unionpay.root_certificate_pem}`],
  ])('%s=%s belongs to a test and is refused', (name, value) => {
    expect(() => readSettings({ ...production, ...unionpay, [name]: value })).toThrow(name);
  });

  test.each([
    ['UNIONPAY_MER_ID', '80232004816000'],
    ['UNIONPAY_CERT_ID', '3F'],
    ['UNIONPAY_CERTIFICATES', middle],
    ['UNIONPAY_CERTIFICATES', pair.publicKey],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readSettings({ ...production, ...unionpay, [name]: value })).toThrow(`${name} should be`);
  });

  const lakala = {
    LKL_APP_ID: 'OP00000003',
    LKL_MERCHANT_NO: '8222900701106PZ',
    LKL_TERM_NO: 'D0060389',
    LKL_MERCHANT_SERIAL: '00dfba8194c41b84cf',
    LKL_MERCHANT_PRIVATE_KEY: pair.privateKey,
    LKL_PLATFORM_CERTIFICATE: root,
    LKL_REQUEST_IP: '203.0.113.9',
    LKL_ABSENT_CODES: 'A0001,A0002',
  };
  const rb = { RB_BASE: 'https://pay.insurer.example.cn', RB_CHANNEL_CODE: 'JS01', RB_SECRET: 'e'.repeat(32) };

  test('Lakala and the insurer’s cashier are each given whole or not at all', () => {
    expect(readSettings(production)).toMatchObject({ lakalaAppId: null, rbChannelCode: null });
    expect(readSettings({ ...production, ...lakala, ...rb })).toMatchObject({
      lakalaBase: 'https://s2.lakala.com',
      lakalaAbsentCodes: ['A0001', 'A0002'],
      rbBase: 'https://pay.insurer.example.cn',
    });
    for (const [group, names] of [
      [lakala, Object.keys(lakala)],
      [rb, Object.keys(rb)],
    ] as const) {
      for (const name of names) {
        expect(() => readSettings({ ...production, ...group, [name]: '' })).toThrow(`${name} is missing`);
      }
    }
  });

  test.each([
    ['LKL_BASE', 'https://test.wsmsd.cn/sit'],
    ['LKL_APP_ID', 'OPSANDBOX1'],
    ['LKL_PLATFORM_CERTIFICATE', example('lakala.json').platform.certificate_pem],
    ['RB_BASE', 'http://localhost:3100'],
    ['RB_SECRET', example('rb-profile.json').key],
  ])('%s=%s belongs to a test and is refused', (name, value) => {
    expect(() => readSettings({ ...production, ...lakala, ...rb, [name]: value })).toThrow(name);
  });

  test.each([
    ['LKL_REQUEST_IP', 'shop.example.cn'],
    ['LKL_PLATFORM_CERTIFICATE', pair.publicKey],
    ['LKL_PLATFORM_CERTIFICATE', `${root}${middle}${example('lakala.json').platform.certificate_pem}`],
    ['LKL_PLATFORM_CERTIFICATE', `${root}${root}`],
    ['LKL_MERCHANT_PRIVATE_KEY', 'nonsense'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readSettings({ ...production, ...lakala, [name]: value })).toThrow(`${name} `);
  });

  const hsa = {
    HSA_BASE: 'https://pay.hsa.example.cn',
    HSA_APP_ID: '3A7C0E1D2F3A4958A7B6C5D4E3F20110',
    HSA_APP_SECRET: '9F8E7D6C5B4A39281706F5E4D3C2B1A1',
    HSA_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64'),
    HSA_PLATFORM_PUBLIC_KEY: Buffer.alloc(65, 4).toString('base64'),
    HSA_ORG_CODE: 'ORG320000',
    HSA_ORG_NAME: '某某财产保险江苏分公司',
    HSA_MERCHANT_ID: 'M0001',
  };

  test('the personal account is given whole or not at all', () => {
    expect(readSettings(production)).toMatchObject({ hsaBase: null, hsaAppId: null });
    expect(readSettings({ ...production, ...hsa })).toMatchObject({ hsaPrivateKey: Buffer.alloc(32, 7) });
    for (const name of Object.keys(hsa)) {
      expect(() => readSettings({ ...production, ...hsa, [name]: '' })).toThrow(`${name} is missing`);
    }
  });

  test.each([
    ['HSA_BASE', 'http://127.0.0.1:3100'],
    ['HSA_APP_ID', '4A11C0FFEE3A4958A7B6C5D4E3F20110'],
    ['HSA_APP_ID', example('nhsa-sm.json').appId],
  ])('%s=%s belongs to the sandbox and is refused', (name, value) => {
    expect(() => readSettings({ ...production, ...hsa, [name]: value })).toThrow(name);
  });

  test.each([
    ['HSA_PRIVATE_KEY', Buffer.alloc(31, 7).toString('base64')],
    ['HSA_PLATFORM_PUBLIC_KEY', Buffer.alloc(65, 3).toString('base64')],
    ['HSA_APP_ID', 'short'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readSettings({ ...production, ...hsa, [name]: value })).toThrow(`${name} `);
  });

  const pec = {
    PEC_BASE: 'https://data.hsa.example.cn',
    PEC_APP_ID: '3A7C0E1D2F3A4958A7B6C5D4E3F20111',
    PEC_APP_SECRET: '9F8E7D6C5B4A39281706F5E4D3C2B1A2',
    PEC_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64'),
    PEC_PLATFORM_PUBLIC_KEY: Buffer.alloc(65, 4).toString('base64'),
    PEC_SUBJECT_KEY: Buffer.alloc(32, 8).toString('base64'),
  };

  test('the registry of pre-existing conditions is given whole or not at all, with the ways that are open', () => {
    expect(readSettings(production)).toMatchObject({ preExistingBase: null });
    expect(readSettings({ ...production, ...pec })).toMatchObject({ preExistingWays: ['private', 'trusted'] });
    const one = readSettings({ ...production, ...pec, PEC_WAYS: 'trusted' });
    expect(one).toMatchObject({ preExistingWays: ['trusted'] });
    for (const name of Object.keys(pec)) {
      expect(() => readSettings({ ...production, ...pec, [name]: '' })).toThrow(`${name} is missing`);
    }
  });

  test.each([
    ['PEC_BASE', 'http://127.0.0.1:3100'],
    ['PEC_APP_ID', '4A11C0FFEE3A4958A7B6C5D4E3F20110'],
    ['PEC_SUBJECT_KEY', 'short'],
    ['PEC_WAYS', 'trusted,trusted'],
    ['PEC_WAYS', 'openly'],
  ])('%s=%s is refused', (name, value) => {
    expect(() => readSettings({ ...production, ...pec, [name]: value })).toThrow(name);
  });

  const tencent = {
    SMS_GATEWAY: 'tencent',
    TENCENT_SECRET_ID: 'AKID0000000000000000',
    TENCENT_SECRET_KEY: 'd'.repeat(32),
    TENCENT_SMS_SDK_APP_ID: '1400000000',
    TENCENT_SMS_SIGN_NAME: '某某保',
    TENCENT_SMS_TEMPLATE_LOGIN: '100001',
    TENCENT_SMS_TEMPLATE_ACCOUNT: '100002',
  };

  test('only the chosen SMS gateway has to be given', () => {
    const others = Object.entries(production).filter(([name]) => !name.startsWith('ALIYUN_'));
    const withTencent = { ...Object.fromEntries(others), ...tencent };
    expect(readSettings(withTencent)).toMatchObject({
      smsGateway: 'tencent',
      tencentSmsSdkAppId: '1400000000',
      tencentSmsBase: 'https://sms.tencentcloudapi.com',
      tencentSmsTemplateIssued: null,
      aliyunAccessKeyId: null,
    });
    for (const name of Object.keys(tencent).slice(1)) {
      expect(() => readSettings({ ...withTencent, [name]: '' })).toThrow(`${name} is missing`);
    }
    expect(() => readSettings({ ...withTencent, SMS_GATEWAY: '' })).toThrow('ALIYUN_ACCESS_KEY_ID is missing');
    expect(() => readSettings({ ...withTencent, SMS_GATEWAY: 'both' })).toThrow('SMS_GATEWAY should be');
  });

  test.each([
    ['TENCENT_SMS_BASE', 'http://localhost:3100'],
    ['TENCENT_SECRET_ID', 'AKIDSANDBOX0000000000000000000001'],
  ])('%s=%s belongs to the sandbox and is refused', (name, value) => {
    expect(() => readSettings({ ...production, ...tencent, [name]: value })).toThrow(name);
  });

  const faceid = {
    TENCENT_FACEID_SECRET_ID: 'AKID0000000000000000',
    TENCENT_FACEID_SECRET_KEY: 'f'.repeat(32),
    TENCENT_FACEID_RULE_ID: '7',
  };
  const wbface = { WBFACE_APP_ID: 'IDA00001', WBFACE_SECRET: 'g'.repeat(64) };
  const ocr = { TENCENT_OCR_SECRET_ID: 'AKID0000000000000001', TENCENT_OCR_SECRET_KEY: 'h'.repeat(32) };

  test('checks of identity and card reading are each given whole or not at all', () => {
    expect(readSettings(production)).toMatchObject({ tencentFaceidSecretId: null, wbfaceAppId: null });
    expect(readSettings({ ...production, ...faceid, ...wbface, ...ocr })).toMatchObject({
      tencentFaceidSignedHost: 'faceid.tencentcloudapi.com',
      wbfacePageBase: 'https://kyc1.qcloud.com',
      tencentOcrRegion: 'ap-guangzhou',
    });
    for (const group of [faceid, wbface, ocr]) {
      for (const name of Object.keys(group)) {
        expect(() => readSettings({ ...production, ...group, [name]: '' })).toThrow(`${name} is missing`);
      }
    }
  });

  test.each([
    ['TENCENT_FACEID_BASE', 'http://localhost:3100'],
    ['TENCENT_FACEID_SECRET_ID', example('tencent-tc3.json').secretId],
    ['WBFACE_BASE', 'http://127.0.0.1:3100'],
    ['WBFACE_PAGE_BASE', 'https://sandbox.qcloud.com'],
    ['WBFACE_APP_ID', 'SBXAPP01'],
    ['TENCENT_OCR_BASE', 'https://ocr.test'],
    ['TENCENT_OCR_SECRET_ID', example('tencent-tc3.json').secretId],
  ])('%s=%s belongs to the sandbox and is refused', (name, value) => {
    expect(() => readSettings({ ...production, ...faceid, ...wbface, ...ocr, [name]: value })).toThrow(name);
  });

  test('a secret may come from a file', () => {
    const file = join(folder, 'merchant.pem');
    writeFileSync(file, pair.privateKey);
    const given = { ...production, WXPAY_MERCHANT_PRIVATE_KEY: undefined, WXPAY_MERCHANT_PRIVATE_KEY_FILE: file };
    expect(readSettings(given).wxpayMerchantPrivateKey.trim()).toBe(pair.privateKey.trim());
    expect(() => readSettings({ ...given, WXPAY_MERCHANT_PRIVATE_KEY_FILE: '/nowhere.pem' })).toThrow(/ENOENT/);
  });

  describe('a key that is being replaced', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const other = String(publicKey.export({ type: 'spki', format: 'pem' }));
    const [first, second] = ['f'.repeat(32), 's'.repeat(32)];
    const [firstSm2, secondSm2] = [Buffer.alloc(65, 4), Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 9)])];
    const groups = { ...production, ...alipay, ...lakala, ...rb, ...hsa };
    const papay = { WXPAY_API_V2_KEY: first, WXPAY_PAPAY_PLAN_ID: '100001' };

    test('stands beside the one in use, which is the first', () => {
      const publicKeys = {
        WXPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_02,PUB_KEY_ID_01',
        WXPAY_PUBLIC_KEY: `${other}${pair.publicKey}`,
      };
      const settings = readSettings({
        ...{
          ...groups,
          ...publicKeys,
          WXPAY_API_V3_KEY: `${first},${second}`,
          WXPAY_API_V2_KEY: `${second}, ${first}`,
        },
        WXPAY_PAPAY_PLAN_ID: papay.WXPAY_PAPAY_PLAN_ID,
        HSA_APP_SECRET: `${first},${second}`,
        HSA_PLATFORM_PUBLIC_KEY: `${secondSm2.toString('base64')},${firstSm2.toString('base64')}`,
        ALIPAY_PUBLIC_KEY: `${pair.publicKey}\n${other}`.replaceAll('\n', '\\n'),
        LKL_PLATFORM_CERTIFICATE: `${root}${middle}`,
        RB_SECRET: `${second},${first}`,
      });
      expect(settings).toMatchObject({
        wxpayApiV3Keys: [first, second],
        wxpayPublicKeyIds: ['PUB_KEY_ID_02', 'PUB_KEY_ID_01'],
        wxpayPublicKeys: [other.trim(), pair.publicKey.trim()],
        wxpapayApiV2Keys: [second, first],
        hsaAppSecrets: [first, second],
        hsaPlatformPublicKeys: [secondSm2, firstSm2],
        alipayPublicKeys: [pair.publicKey.trim(), other.trim()],
        lakalaPlatformCertificates: [root.trim(), middle.trim()],
        rbSecrets: [second, first],
      });
    });

    test.each([
      ['WXPAY_API_V3_KEY', `${first},short`, 'that is malformed'],
      ['WXPAY_API_V3_KEY', `${first},${first}`, 'that is the same'],
      ['WXPAY_API_V3_KEY', `${first},`, 'that is empty'],
      ['WXPAY_API_V3_KEY', `${first},${second},${'t'.repeat(32)}`, 'and a third one'],
      ['WXPAY_PUBLIC_KEY', `${pair.publicKey}${other.slice(0, -20)}`, 'that is cut off'],
      ['WXPAY_PUBLIC_KEY', `${pair.publicKey}${other.replace('MII', 'QQQ')}`, 'that cannot be read'],
      ['RB_SECRET', `${first} ${second}`, 'with a space between'],
      [
        'HSA_PLATFORM_PUBLIC_KEY',
        `${firstSm2.toString('base64')},${Buffer.alloc(65, 3).toString('base64')}`,
        'of no point',
      ],
    ])('%s with another one beside it is refused: %#', (name, value, _why) => {
      expect(() => readSettings({ ...groups, [name]: value })).toThrow(`${name} should be`);
    });

    test('every public key of WeChat Pay has its id', () => {
      for (const change of [
        { WXPAY_PUBLIC_KEY: `${pair.publicKey}${other}` },
        { WXPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_02,PUB_KEY_ID_01' },
      ]) {
        expect(() => readSettings({ ...production, ...change })).toThrow(/must list as many/);
      }
    });

    test.each([
      ['WXPAY_API_V3_KEY', `${first},${example('wechatpay-v3.json').api_v3_key}`],
      ['WXPAY_PUBLIC_KEY_ID', `PUB_KEY_ID_01,${example('wechatpay-v3.json').wechatpay.public_key_id}`],
      ['WXPAY_API_V2_KEY', `${first},${example('wechatpay-v2.json').cases[1].key}`],
      ['LKL_PLATFORM_CERTIFICATE', `${root}${example('lakala.json').platform.certificate_pem}`],
      ['RB_SECRET', `${first},${example('rb-profile.json').key}`],
    ])('%s is refused for a sandbox’s in any place', (name, value) => {
      const publicKeys = {
        WXPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_02,PUB_KEY_ID_01',
        WXPAY_PUBLIC_KEY: `${other}${pair.publicKey}`,
      };
      expect(() => readSettings({ ...groups, ...papay, ...publicKeys, [name]: value })).toThrow(
        `${name} belongs to the sandbox`,
      );
    });
  });

  test('a bucket needs its store', () => {
    expect(() => readSettings({ ...production, EVIDENCE_STORE: 's3://evidence' })).toThrow('needs EVIDENCE_S3_ORIGIN');
  });

  test('the message about a wrong secret does not hold it', () => {
    const checked = allRows.filter((row) => row.secret && !/(SECRET|PASSWORD)$/.test(row.name));
    expect(checked.length).toBeGreaterThan(5);
    for (const { name } of checked) {
      const wrong = 'wr0ng-secret-value';
      const reading = () => readSettings({ ...production, [name]: wrong });
      expect(reading).toThrow(name);
      expect(reading).not.toThrow(wrong);
    }
  });
});

test.each([
  ['PORT', '0'],
  ['PORT', '80.5'],
  ['PORT', 'http'],
  ['WORKER_NUMBER', '64'],
  ['DATABASE_URL', 'mysql://localhost/shop'],
  ['PUBLIC_ORIGIN', 'https://shop.example.cn/path'],
  ['NODE_ENV', 'prod'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readStartSettings({ [name]: value })).toThrow(`${name} should be`);
});
