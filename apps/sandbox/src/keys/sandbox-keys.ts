import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type LakalaKeys, lakalaKeysFrom, lakalaMerchantSide, makeLakalaKeys } from './lakala-keys.ts';
import {
  type MedicalAccountKeys,
  makeMedicalAccountKeys,
  medicalAccountKeysFrom,
  medicalAccountMerchantSide,
} from './medical-account-keys.ts';
import { makePaperSigning, type PaperSigningKeys } from './paper-signing-keys.ts';
import { makePartnerKeys, type PartnerKeys, partnerKeysFrom } from './partner-keys.ts';
import {
  makePreExistingKeys,
  type PreExistingKeys,
  preExistingKeysFrom,
  preExistingMerchantSide,
} from './pre-existing-keys.ts';
import { type RsaPair, rsaPair } from './rsa-pair.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';
import {
  makeTencentKeys,
  makeWbfaceKeys,
  type TencentKeys,
  tencentKeysFrom,
  type WbfaceKeys,
  wbfaceKeysFrom,
} from './tencent-keys.ts';
import { makeUnionpayKeys, type UnionpayKeys, unionpayKeysFrom, unionpayMerchantSide } from './unionpay-keys.ts';

/**
 * Every secret of the sandbox, for both sides: what the merchant (the shop under test) must be configured with and
 * what the provider holds. It is the shape of the JSON file named by `SANDBOX_KEYS`. Throw-away material only.
 */
export type SandboxKeys = {
  wechatAccount: { appId: string; appSecret: string };
  /** A mini-program of the same owner, bound to the same merchant number. */
  wechatMini: { appId: string; appSecret: string };
  wechatPay: {
    mchid: string;
    /** 32 ASCII characters; the AES-256-GCM key of notifications and certificates. */
    apiV3Key: string;
    /** The merchant's API certificate: the shop signs with it, the sandbox verifies. `serialNo` is upper-case hex. */
    merchant: RsaPair & { serialNo: string };
    /** "WeChat Pay public key" mode: answers carry `Wechatpay-Serial: PUB_KEY_ID_…`. */
    platformPublicKey: RsaPair & { publicKeyId: string };
    /** "Platform certificate" mode: answers carry the certificate's serial number. */
    platformCertificate: RsaPair & { serialNo: string; certificatePem: string };
  };
  /** Entrusted deduction, version 2: the shared key (32 characters) and the granted plan. */
  wechatPapay: { apiV2Key: string; planId: string };
  alipay: {
    /** 16 digits; fresh ones begin with 9021, as Alipay's own test applications do. */
    appId: string;
    /** The merchant's account: 2088 and 12 digits. */
    sellerId: string;
    /** The shop signs with it, the sandbox verifies. */
    app: RsaPair;
    /** The sandbox signs answers and notifications with it. */
    alipay: RsaPair;
  };
  unionpay: UnionpayKeys;
  medicalAccount: MedicalAccountKeys;
  preExisting: PreExistingKeys;
  partner: PartnerKeys;
  /** A partner whose logins the shop believes: what it calls itself, and the pair it signs them with. */
  tzt: { issuer: string } & RsaPair;
  lakala: LakalaKeys;
  /** The insurer's cashier: one secret for both directions. */
  rb: { channelCode: string; secret: string };
  /** The account by which the shop sends mail; nobody else's address may stand as the sender. */
  smtp: { user: string; password: string; from: string };
  /** An S3-compatible store and its one bucket, which was made with object lock. */
  objectStore: { accessKeyId: string; secretAccessKey: string; region: string; bucket: string };
  /** What an authority for signatures would have issued to whoever signs the shop's papers. */
  paperSigning: PaperSigningKeys;
  tencent: TencentKeys;
  wbface: WbfaceKeys;
  aliyunSms: {
    accessKeyId: string;
    accessKeySecret: string;
    signName: string;
    /** Which template serves which purpose, for the shop's configuration. */
    templateCodes: {
      login: string;
      issued?: string;
      result?: string;
      refund?: string;
      account?: string;
      change?: string;
      saleOpen?: string;
      renewalOpen?: string;
    } & Record<string, string>;
    /** The registered text of each template code, with `${name}` for its variables. */
    templates: Record<string, string>;
  };
};

// biome-ignore lint/suspicious/noTemplateCurlyInString: this is the gateway's own placeholder, filled when a message is sent.
const LOGIN_TEMPLATE = '您的验证码是${code}，10分钟内有效。请不要告诉任何人。';
// biome-ignore lint/suspicious/noTemplateCurlyInString: as above
const ISSUED_TEMPLATE = '${product}的${count}份保单已生成，可在我的订单里查看和下载。';
const ISSUED_CODE = 'SMS_100000002';
// biome-ignore lint/suspicious/noTemplateCurlyInString: as above
const RESULT_TEMPLATE = '${product}的订单：${result}。可在我的订单里看每一笔钱。';
const RESULT_CODE = 'SMS_100000003';
// biome-ignore lint/suspicious/noTemplateCurlyInString: as above
const REFUND_TEMPLATE = '${product}的退款${amount}元已原路退回，请看付款账户的记录。';
const REFUND_CODE = 'SMS_100000004';
const ACCOUNT_CODE = 'SMS_100000010';
// biome-ignore lint/suspicious/noTemplateCurlyInString: as above
const ACCOUNT_TEMPLATE = '您的账户：${event}。如果不是您本人办理，请马上打客服电话。';
// biome-ignore lint/suspicious/noTemplateCurlyInString: as above
const CHANGE_TEMPLATE = '${product}：${result}。详情请看订单；如果不是您本人办理，请马上打客服电话。';
const CHANGE_CODE = 'SMS_100000005';
const SALE_OPEN_CODE = 'SMS_100000025';
const SALE_OPEN_TEMPLATE =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
  '您预约的${product}已开始参保，到${date}截止。请点短信里的链接或从公众号进入，自己参保后保障才会生效。';

const RENEWAL_CODE = 'SMS_100000026';
const RENEWAL_TEMPLATE =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
  '${product}已开始参保，到${date}截止。您上一年的保障到期就结束，不会自己接上，可到个人中心的续保里看。';

const WITHHOLDING_CODES = {
  withholdingAsk: 'SMS_100000011',
  withholdingComing: 'SMS_100000012',
  withholdingOutcome: 'SMS_100000013',
  withholdingClosed: 'SMS_100000014',
};

const FAMILY_CODES = { familyAsk: 'SMS_100000033' };
const GROUP_CODES = { groupInvite: 'SMS_100000031', groupNews: 'SMS_100000032' };

const NOTICE_CODES = {
  issued: ISSUED_CODE,
  result: RESULT_CODE,
  refund: REFUND_CODE,
  account: ACCOUNT_CODE,
  change: CHANGE_CODE,
  saleOpen: SALE_OPEN_CODE,
  renewalOpen: RENEWAL_CODE,
  ...WITHHOLDING_CODES,
  ...FAMILY_CODES,
  ...GROUP_CODES,
};
const SMTP_FROM = 'papers@sandbox.example';
const NOTICE_TEMPLATES = {
  [ISSUED_CODE]: ISSUED_TEMPLATE,
  [RESULT_CODE]: RESULT_TEMPLATE,
  [REFUND_CODE]: REFUND_TEMPLATE,
  [ACCOUNT_CODE]: ACCOUNT_TEMPLATE,
  [CHANGE_CODE]: CHANGE_TEMPLATE,
  [SALE_OPEN_CODE]: SALE_OPEN_TEMPLATE,
  [RENEWAL_CODE]: RENEWAL_TEMPLATE,
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: as above
  [WITHHOLDING_CODES.withholdingAsk]:
    '${product}可以重新投保了，${amount}元。请在${date}前到自动扣费管理里看变化并确认，不确认就不扣费，也不投保。',
  [WITHHOLDING_CODES.withholdingComing]:
    '${product}将在${date}自动扣费${amount}元。不想投保请在那之前到自动扣费管理里关闭。',
  [WITHHOLDING_CODES.withholdingOutcome]: '${product}自动重新投保：${result}。可在自动扣费管理里看记录。',
  [FAMILY_CODES.familyAsk]:
    '${name}为您投保了${product}，您不用付钱。请打开本站 /f/${link} 看一看，由您本人确认；不认识这个人，也请在里面说明。',
  [GROUP_CODES.groupInvite]:
    '${company}要为您投保${product}，保费由单位付。请打开本站 /g/${link} 核对并由您本人确认；不想参加也请在里面说明。',
  [GROUP_CODES.groupNews]: '${company}的团体参保：${result}。详情请看团体参保进度。',
  [WITHHOLDING_CODES.withholdingClosed]: '${product}的自动重新投保已关闭，以后不会扣费，已生效保单不受影响。',
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
};

/** New random keys; takes a second or two because of the RSA pairs. */
export function makeFreshKeys(): SandboxKeys {
  const certificatePair = rsaPair();
  const certificateSerial = randomHexSerial();
  return {
    wechatAccount: { appId: `wx${randomBytes(8).toString('hex')}`, appSecret: randomBytes(16).toString('hex') },
    wechatMini: { appId: `wx${randomBytes(8).toString('hex')}`, appSecret: randomBytes(16).toString('hex') },
    wechatPay: {
      mchid: `19${String(randomInt(100_000_000)).padStart(8, '0')}`,
      apiV3Key: randomBytes(16).toString('hex'),
      merchant: { ...rsaPair(), serialNo: randomHexSerial() },
      platformPublicKey: { ...rsaPair(), publicKeyId: `PUB_KEY_ID_01${randomDigits(34)}` },
      platformCertificate: {
        ...certificatePair,
        serialNo: certificateSerial,
        certificatePem: selfSignedCertificate({
          pair: certificatePair,
          serialHex: certificateSerial,
          commonName: 'Sandbox WeChat Pay platform',
          notBefore: new Date('2020-01-01T00:00:00Z'),
          notAfter: new Date('2049-12-31T00:00:00Z'),
        }),
      },
    },
    wechatPapay: { apiV2Key: `Sandbox${randomBytes(13).toString('hex').slice(1)}`, planId: randomDigits(6) },
    alipay: {
      appId: `9021${randomDigits(12)}`,
      sellerId: `2088${randomDigits(12)}`,
      app: rsaPair(),
      alipay: rsaPair(),
    },
    unionpay: makeUnionpayKeys(rsaPair, randomDigits),
    medicalAccount: makeMedicalAccountKeys(),
    preExisting: makePreExistingKeys(),
    partner: makePartnerKeys(),
    tzt: { issuer: 'SBXtzt', ...rsaPair() },
    lakala: makeLakalaKeys({ rsaPair, digits: randomDigits, hexSerial: randomHexSerial }),
    rb: { channelCode: `SBXRB${randomDigits(4)}`, secret: `SandboxRb${randomBytes(12).toString('hex').slice(1)}` },
    smtp: { user: 'papers@sandbox.example', password: randomBytes(12).toString('hex'), from: SMTP_FROM },
    objectStore: {
      ...{ region: 'sandbox-1', bucket: 'evidence' },
      accessKeyId: `SBX${randomBytes(8).toString('hex').toUpperCase()}`,
      secretAccessKey: randomBytes(20).toString('hex'),
    },
    paperSigning: makePaperSigning(rsaPair()),
    tencent: makeTencentKeys(),
    wbface: makeWbfaceKeys(),
    aliyunSms: {
      accessKeyId: `LTAISANDBOX${randomBytes(6).toString('hex')}`,
      accessKeySecret: randomBytes(15).toString('hex'),
      signName: '补充医保',
      templateCodes: { login: 'SMS_100000001', ...NOTICE_CODES },
      templates: { SMS_100000001: LOGIN_TEMPLATE, ...NOTICE_TEMPLATES },
    },
  };
}

/** The keys of the example files, so that answers can be compared byte by byte with them. */
export function keysFromVectors(
  folder: URL = new URL('../../../../tests/vectors/providers/', import.meta.url),
): SandboxKeys {
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  const pay = read('wechatpay-v3.json');
  const sms = read('aliyun-acs3.json').send_sms;
  const alipay = read('alipay-rsa2.json');
  const [, papay] = read('wechatpay-v2.json').cases;
  const rb = read('rb-profile.json');
  const platform = {
    privateKeyPem: pay.wechatpay.private_key_pem_for_the_sandbox,
    publicKeyPem: pay.wechatpay.public_key_pem,
  };
  return {
    wechatAccount: { appId: pay.jsapi_pay_sign.input.appId, appSecret: '0123456789abcdef0123456789abcdef' },
    wechatMini: { appId: 'wx00000sandboxmini', appSecret: 'fedcba9876543210fedcba9876543210' },
    wechatPay: {
      mchid: pay.mchid,
      apiV3Key: pay.api_v3_key,
      merchant: {
        serialNo: pay.merchant.serial_no,
        privateKeyPem: pay.merchant.private_key_pem,
        publicKeyPem: pay.merchant.public_key_pem,
      },
      platformPublicKey: { ...platform, publicKeyId: pay.wechatpay.public_key_id },
      platformCertificate: {
        ...platform,
        serialNo: pay.wechatpay.platform_certificate_serial,
        certificatePem: pay.wechatpay.platform_certificate_pem,
      },
    },
    wechatPapay: { apiV2Key: papay.key, planId: papay.input.plan_id },
    alipay: {
      appId: alipay.app_id,
      sellerId: alipay.async_notify.fields.seller_id,
      app: { privateKeyPem: alipay.app.private_key_pem, publicKeyPem: alipay.app.public_key_pem },
      alipay: {
        privateKeyPem: alipay.alipay.private_key_pem_for_the_sandbox,
        publicKeyPem: alipay.alipay.public_key_pem,
      },
    },
    unionpay: unionpayKeysFrom(read('unionpay-acp510.json')),
    medicalAccount: medicalAccountKeysFrom(read('nhsa-sm.json')),
    preExisting: preExistingKeysFrom(read('nhsa-sm.json')),
    partner: partnerKeysFrom(read('../partner-token.json')),
    tzt: { issuer: 'SBXtzt', ...platform },
    lakala: lakalaKeysFrom(read('lakala.json')),
    rb: { channelCode: rb.headers['X-RB-Channel'], secret: rb.key },
    smtp: { user: 'papers@sandbox.example', password: 'sandbox-smtp-password', from: SMTP_FROM },
    objectStore: {
      ...{ region: 'sandbox-1', bucket: 'evidence' },
      ...{ accessKeyId: 'SBXSANDBOXOBJECTS', secretAccessKey: 'sandbox-object-store-secret' },
    },
    paperSigning: makePaperSigning({
      privateKeyPem: pay.merchant.private_key_pem,
      publicKeyPem: pay.merchant.public_key_pem,
    }),
    tencent: tencentKeysFrom(read('tencent-tc3.json')),
    wbface: wbfaceKeysFrom(read('tencent-wbface.json')),
    aliyunSms: {
      accessKeyId: sms.accessKeyId,
      accessKeySecret: sms.accessKeySecret,
      signName: sms.query.SignName,
      templateCodes: { login: sms.query.TemplateCode, ...NOTICE_CODES },
      templates: { [sms.query.TemplateCode]: LOGIN_TEMPLATE, ...NOTICE_TEMPLATES },
    },
  };
}

/**
 * Reads the keys file; when there is none yet, makes fresh keys and writes them there (readable by the owner only).
 * A file from before a provider was played gets that provider's keys and keeps all others.
 */
export function openKeysFile(path: string): SandboxKeys {
  const found = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<SandboxKeys>) : {};
  if (isWhole(found)) return found;
  const keys = { ...makeFreshKeys(), ...found };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return keys;
}

function isWhole(keys: Partial<SandboxKeys>): keys is SandboxKeys {
  const {
    wechatAccount,
    wechatMini,
    wechatPay,
    wechatPapay,
    alipay,
    unionpay,
    medicalAccount,
    preExisting,
    partner,
    tzt,
    lakala,
    rb,
    aliyunSms,
    smtp,
    objectStore,
    paperSigning,
    tencent,
    wbface,
  } = keys;
  return Boolean(
    wechatAccount &&
      wechatMini &&
      wechatPay &&
      wechatPapay &&
      alipay &&
      unionpay &&
      medicalAccount &&
      preExisting &&
      partner &&
      tzt &&
      lakala &&
      rb &&
      aliyunSms &&
      smtp &&
      objectStore &&
      paperSigning &&
      tencent &&
      wbface,
  );
}

/** What the shop may know: everything except the provider's private keys. */
export function merchantSide(keys: SandboxKeys): unknown {
  const { platformPublicKey, platformCertificate, ...pay } = keys.wechatPay;
  return {
    ...keys,
    alipay: { ...keys.alipay, alipay: { publicKeyPem: keys.alipay.alipay.publicKeyPem } },
    unionpay: unionpayMerchantSide(keys.unionpay),
    medicalAccount: medicalAccountMerchantSide(keys.medicalAccount),
    preExisting: preExistingMerchantSide(keys.preExisting),
    tzt: { issuer: keys.tzt.issuer, publicKeyPem: keys.tzt.publicKeyPem },
    lakala: lakalaMerchantSide(keys.lakala),
    wechatPay: {
      ...pay,
      platformPublicKey: { publicKeyId: platformPublicKey.publicKeyId, publicKeyPem: platformPublicKey.publicKeyPem },
      platformCertificate: {
        serialNo: platformCertificate.serialNo,
        publicKeyPem: platformCertificate.publicKeyPem,
        certificatePem: platformCertificate.certificatePem,
      },
    },
  };
}

function randomDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}

function randomHexSerial(): string {
  // A leading 4 keeps the ASN.1 integer positive and 20 bytes long, as certificate authorities issue them; the rest of
  // the beginning marks throw-away material, so that a shop in production can refuse it.
  return `4A11C0FFEE${randomBytes(15).toString('hex')}`.toUpperCase();
}
