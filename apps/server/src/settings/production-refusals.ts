import { certificatesIn } from './kinds.ts';
import type { Settings } from './table.ts';

/**
 * What must not run in production: addresses of this machine instead of a provider's, and throw-away provider keys.
 * Each line names the setting, never its value.
 */
export function productionRefusals(settings: Settings): string[] {
  const refusals: string[] = [];
  const bases = {
    WECHAT_API_BASE: settings.wechatApiBase,
    WECHAT_OPEN_BASE: settings.wechatOpenBase,
    WECHAT_JS_SDK_URL: settings.wechatJsSdkUrl,
    WXPAY_BASE: settings.wxpayBase,
    WXPAY_SECOND_BASE: settings.wxpaySecondBase,
    WXPAY_PAPAY_PAGE_BASE: settings.wxpapayPageBase,
    ...(settings.hsaBase === null ? {} : { HSA_BASE: settings.hsaBase }),
    ...(settings.preExistingBase === null ? {} : { PEC_BASE: settings.preExistingBase }),
    ...Object.fromEntries(settings.medicalAppOrigins.map((origin) => ['MEDICAL_APP_ORIGINS', origin])),
    ...(settings.tsaUrl === null ? {} : { TSA_URL: settings.tsaUrl }),
    ...(settings.tsaUrl2 === null ? {} : { TSA_URL_2: settings.tsaUrl2 }),
    ALIPAY_GATEWAY: settings.alipayGateway,
    ALIPAY_AUTH_BASE: settings.alipayAuthBase,
    UNIONPAY_BASE: settings.unionpayBase,
    UNIONPAY_FILE_URL: settings.unionpayFileUrl,
    LKL_BASE: settings.lakalaBase,
    ...(settings.rbBase === null ? {} : { RB_BASE: settings.rbBase }),
    ALIYUN_SMS_BASE: settings.aliyunSmsBase,
    TENCENT_SMS_BASE: settings.tencentSmsBase,
    TENCENT_FACEID_BASE: settings.tencentFaceidBase,
    WBFACE_BASE: settings.wbfaceBase,
    WBFACE_PAGE_BASE: settings.wbfacePageBase,
    TENCENT_OCR_BASE: settings.tencentOcrBase,
  };
  for (const [name, base] of Object.entries(bases)) {
    if (isSandboxAddress(base)) {
      refusals.push(
        `${name} 指向沙箱或本机，请改为服务商的正式地址。${name} is a sandbox address; give the provider's own.`,
      );
    }
  }
  const identities = {
    WECHAT_APP_ID: [settings.wechatAppId],
    WXPAY_MERCHANT_SERIAL: [settings.wxpayMerchantSerial],
    WXPAY_API_V3_KEY: settings.wxpayApiV3Keys,
    WXPAY_PUBLIC_KEY_ID: settings.wxpayPublicKeyIds,
    WXPAY_API_V2_KEY: settings.wxpapayApiV2Keys ?? [],
    HSA_APP_ID: [settings.hsaAppId ?? ''],
    PEC_APP_ID: [settings.preExistingAppId ?? ''],
    ALIPAY_APP_ID: [settings.alipayAppId ?? ''],
    UNIONPAY_MER_ID: [settings.unionpayMerId ?? ''],
    UNIONPAY_CERTIFICATES: certificateNames(settings.unionpayCertificates ?? ''),
    UNIONPAY_SIGNER: [settings.unionpaySigner],
    LKL_APP_ID: [settings.lakalaAppId ?? ''],
    LKL_PLATFORM_CERTIFICATE: (settings.lakalaPlatformCertificates ?? []).flatMap(certificateNames),
    RB_SECRET: settings.rbSecrets ?? [],
    ALIYUN_ACCESS_KEY_ID: [settings.aliyunAccessKeyId ?? ''],
    TENCENT_SECRET_ID: [settings.tencentSecretId ?? ''],
    TENCENT_FACEID_SECRET_ID: [settings.tencentFaceidSecretId ?? ''],
    WBFACE_APP_ID: [settings.wbfaceAppId ?? ''],
    TENCENT_OCR_SECRET_ID: [settings.tencentOcrSecretId ?? ''],
    TZT_ISSUER: [settings.tztIssuer],
    PARTNER_TOKEN_KEYS: (settings.partnerTokenKeys ?? []).map(({ id }) => id),
    SMTP_USER: [settings.smtpUser ?? ''],
    PAPER_SIGNING_CERTIFICATES: certificateNames(settings.paperSigningCertificates ?? ''),
  };
  for (const [name, values] of Object.entries(identities)) {
    if (values.some(hasSandboxMark)) {
      refusals.push(`${name} 是沙箱的密钥，请换成正式账户的。${name} belongs to the sandbox; give the real account's.`);
    }
  }
  if (settings.smtpSecurity === 'none') {
    refusals.push(
      'SMTP_SECURITY 不能是 none：邮件里有个人信息。SMTP_SECURITY must not be none: mails hold personal data.',
    );
  }
  const [signer] = certificatesIn(settings.paperSigningCertificates ?? '') ?? [];
  if (signer && signer.subject === signer.issuer) {
    refusals.push(
      'PAPER_SIGNING_CERTIFICATES 是自己签发的，没有人会认。PAPER_SIGNING_CERTIFICATES signs itself; give one of an authority.',
    );
  }
  for (const [name, origin] of Object.entries({
    PUBLIC_ORIGIN: settings.publicOrigin,
    WXPAY_NOTIFY_ORIGIN: settings.wxpayNotifyOrigin,
  })) {
    if (!origin.startsWith('https://')) {
      refusals.push(`${name} 必须是 https 地址。${name} must be an https address.`);
    }
  }
  return refusals;
}

function isSandboxAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const local = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname.includes('sandbox');
  const test = hostname.split('.').includes('test');
  return protocol !== 'https:' || local || test || /^(127\.|10\.|192\.168\.|0\.0\.0\.0$|\[::1?\]$)/.test(hostname);
}

/** Throw-away identities carry one of these marks, in fresh keys as well as in the example files. */
function hasSandboxMark(identity: string): boolean {
  // Alipay's own test applications begin with 9021, UnionPay's test merchants with 777290, and its test signer has a name
  // of its own; the last four are those of the example files.
  return /sandbox|^SBX|^4A11C0FFEE|^9021\d{12}$|^777290\d{9}$|^00040000:SIGN$|^PUB_KEY_ID_0119000000012026010100000000000001$|^5B0C6E1D2F3A4958A7B6C5D4E3F20110$|^2021000000000001$|^898000000000001$/i.test(
    identity,
  );
}

function certificateNames(pem: string): string[] {
  return (certificatesIn(pem) ?? []).map(({ subject, issuer }) => `${subject} ${issuer}`);
}
