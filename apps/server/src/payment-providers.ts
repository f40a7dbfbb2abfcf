import { type AlipayAdapter, createAlipay } from './adapters/alipay/index.ts';
import { createLakala, type LakalaAdapter } from './adapters/lakala/index.ts';
import { createMedicalAccount, type MedicalAccountAdapter } from './adapters/medical-account/index.ts';
import { createRb, type RbAdapter } from './adapters/rb/index.ts';
import { createUnionpay, type UnionpayAdapter } from './adapters/unionpay/index.ts';
import { createWechatPapay, type WechatPapayAdapter } from './adapters/wechat-papay/index.ts';
import { createWechatPay } from './adapters/wechat-pay/index.ts';
import { startableMethods } from './features/payment/index.ts';
import type { MedicalAccount } from './ports/medical-account.ts';
import type { Clock, Log, Random } from './ports/outside.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { WithholdingTemplate } from './ports/sms-gateway.ts';
import type { WechatPay } from './ports/wechat-pay.ts';
import type { Withholding } from './ports/withholding.ts';
import type { Settings } from './settings.ts';
import { smsTemplates } from './sms-gateway.ts';

export interface PaymentProviders {
  readonly wechatPay: WechatPay;
  /** Null where the settings name no plan: automatic re-application is not offered then. */
  readonly withholding: Withholding | null;
  /** Null where the settings do not name the bureau. */
  readonly medicalAccount: MedicalAccount | null;
  /** All of them, by code. */
  readonly providers: ReadonlyMap<string, PaymentProvider>;
  closeConnections(): void;
}

interface Outside {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** The payment providers that the settings name. */
export function createPaymentProviders(outside: Outside): PaymentProviders {
  const papay = wechatPapayOf(outside);
  const wechatPay = wechatPayOf(outside, papay);
  const alipay = alipayOf(outside);
  const unionpay = unionpayOf(outside);
  const medicalAccount = medicalAccountOf(outside);
  const cashiers = [lakalaOf(outside), rbOf(outside)].filter((one) => one !== null);
  const adapters = [
    wechatPay,
    ...(alipay ? [alipay] : []),
    ...(unionpay ? [unionpay] : []),
    ...(medicalAccount ? [medicalAccount] : []),
    ...cashiers,
  ];
  return {
    wechatPay,
    medicalAccount,
    withholding: papay && { ...papay, announce: wechatPay.announce },
    providers: new Map<string, PaymentProvider>(adapters.map((adapter) => [adapter.code, adapter])),
    closeConnections() {
      for (const adapter of adapters) adapter.closeConnections();
      papay?.closeConnections();
    },
  };
}

/** Whether the settings name what automatic re-application needs, its messages too, whatever an edition says. */
export function withholdingOffered(settings: Settings): boolean {
  const templates = smsTemplates(settings);
  const tells = WITHHOLDING_TEMPLATES.every((template) => templates[template] !== undefined);
  return settings.wxpapayApiV2Keys !== null && settings.wxpapayPlanId !== null && tells;
}

const WITHHOLDING_TEMPLATES = [
  'withholding-ask',
  'withholding-coming',
  'withholding-result',
  'withholding-closed',
] as const satisfies readonly WithholdingTemplate[];

/** Values of the payment methods whose provider the settings name; others are not shown, whatever an edition lists. */
export function offeredMethods(settings: Settings): ReadonlySet<string> {
  const codes = new Set(['wechat-pay']);
  if (settings.alipayAppId !== null) codes.add('alipay');
  if (settings.unionpayMerId !== null) codes.add('unionpay');
  if (settings.hsaAppId !== null) codes.add('medical-account');
  if (settings.lakalaAppId !== null) codes.add('lakala');
  if (settings.rbChannelCode !== null) codes.add('rb');
  return startableMethods(codes);
}

/** Origins of the cashiers that a page opens by submitting a form to them. */
export function cashierFormOrigins({ unionpayMerId, unionpayBase }: Settings): string[] {
  if (unionpayMerId === null) return [];
  const { origin, hostname } = new URL(unionpayBase);
  // Browsers hold a form to its allowed targets on redirects too, and the real gateway may hand it to another of its hosts.
  return hostname.endsWith(UNIONPAY_DOMAIN) ? [origin, `https://*${UNIONPAY_DOMAIN}`] : [origin];
}

const UNIONPAY_DOMAIN = '.95516.com';

function wechatPapayOf({ settings, clock, random, log }: Outside): WechatPapayAdapter | null {
  const { wxpapayApiV2Keys: apiV2Keys, wxpapayPlanId: planId } = settings;
  if (apiV2Keys === null || planId === null) return null;
  return createWechatPapay({
    baseUrl: settings.wxpayBase,
    pageBase: settings.wxpapayPageBase,
    appId: settings.wechatAppId,
    merchantId: settings.wxpayMchId,
    apiV2Keys,
    planId,
    clock,
    random,
    log,
  });
}

function wechatPayOf(
  { settings, clock, random, log }: Outside,
  papay: WechatPapayAdapter | null,
): ReturnType<typeof createWechatPay> {
  return createWechatPay({
    baseUrl: settings.wxpayBase,
    secondUrl: settings.wxpaySecondBase,
    appId: settings.wechatAppId,
    miniAppId: settings.wechatMiniAppId,
    merchantId: settings.wxpayMchId,
    merchantSerialNo: settings.wxpayMerchantSerial,
    merchantPrivateKeyPem: settings.wxpayMerchantPrivateKey,
    apiV3Keys: settings.wxpayApiV3Keys,
    publicKeys: settings.wxpayPublicKeys.map((pem, at) => ({ id: settings.wxpayPublicKeyIds[at] as string, pem })),
    useCertificates: true,
    createSigned: papay?.createSigned,
    charging: papay ?? undefined,
    clock,
    random,
    log,
  });
}

function alipayOf({ settings, clock, log }: Outside): AlipayAdapter | null {
  const { alipayAppId: appId, alipayAppPrivateKey, alipayPublicKeys, alipaySellerId: sellerId } = settings;
  if (appId === null || alipayAppPrivateKey === null || alipayPublicKeys === null || sellerId === null) return null;
  return createAlipay({
    gateway: settings.alipayGateway,
    appId,
    appPrivateKeyPem: alipayAppPrivateKey,
    alipayPublicKeyPems: alipayPublicKeys,
    sellerId,
    clock,
    log,
  });
}

function lakalaOf({ settings, clock, random, log }: Outside): LakalaAdapter | null {
  const { lakalaAppId: appId, lakalaMerchantNo: merchantNo, lakalaTermNo: termNo } = settings;
  const { lakalaMerchantSerial, lakalaMerchantPrivateKey, lakalaPlatformCertificates } = settings;
  const { lakalaRequestIp: requestIp, lakalaAbsentCodes: absentCodes } = settings;
  if (appId === null || merchantNo === null || termNo === null || requestIp === null || absentCodes === null)
    return null;
  if (!lakalaMerchantSerial || !lakalaMerchantPrivateKey || !lakalaPlatformCertificates) return null;
  return createLakala({
    baseUrl: settings.lakalaBase,
    ...{ appId, merchantNo, termNo, requestIp, absentCodes },
    merchantSerialNo: lakalaMerchantSerial,
    merchantPrivateKeyPem: lakalaMerchantPrivateKey,
    platformCertificatePems: lakalaPlatformCertificates,
    ...{ clock, random, log },
  });
}

function rbOf({ settings, clock, random, log }: Outside): RbAdapter | null {
  const { rbBase: baseUrl, rbChannelCode: channelCode, rbSecrets: secrets } = settings;
  if (baseUrl === null || channelCode === null || secrets === null) return null;
  return createRb({ baseUrl, channelCode, secrets, clock, random, log });
}

function medicalAccountOf({ settings, clock, log }: Outside): MedicalAccountAdapter | null {
  const { hsaBase: baseUrl, hsaAppId: appId, hsaAppSecrets: appSecrets, hsaPrivateKey: privateKey } = settings;
  const { hsaOrgCode: orgCode, hsaOrgName: orgName, hsaMerchantId: merchantId } = settings;
  const { hsaPlatformPublicKeys: platformPublicKeys } = settings;
  if (baseUrl === null || appId === null || appSecrets === null || privateKey === null) return null;
  if (platformPublicKeys === null || orgCode === null || orgName === null || merchantId === null) return null;
  const ours = { orgCode, orgName, merchantId };
  return createMedicalAccount({ baseUrl, appId, appSecrets, privateKey, platformPublicKeys, ...ours, clock, log });
}

function unionpayOf({ settings, clock, log }: Outside): UnionpayAdapter | null {
  const { unionpayMerId: merId, unionpayCertId: certId, unionpayPrivateKey, unionpayCertificates } = settings;
  if (merId === null || certId === null || unionpayPrivateKey === null || unionpayCertificates === null) return null;
  return createUnionpay({
    baseUrl: settings.unionpayBase,
    fileUrl: settings.unionpayFileUrl,
    merId,
    certId,
    merchantPrivateKeyPem: unionpayPrivateKey,
    trustedCertificatesPem: unionpayCertificates,
    signerOrganisation: settings.unionpaySigner,
    clock,
    log,
  });
}
