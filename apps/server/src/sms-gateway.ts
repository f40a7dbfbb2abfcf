import { createAliyunSms } from './adapters/aliyun-sms/index.ts';
import type { Exchange } from './adapters/http-exchange.ts';
import { createTencentSms } from './adapters/tencent/index.ts';
import type { Clock, Log, Random } from './ports/outside.ts';
import type { Receipts, SentMessages, SmsGateway, SmsTemplate } from './ports/sms-gateway.ts';
import type { Settings } from './settings.ts';

interface Outside {
  readonly settings: Settings;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly random: Random;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
}

type Templates = Readonly<Partial<Record<SmsTemplate, string>>>;

/** The gateway that SMS_GATEWAY chooses. */
export function createSmsGateway({
  settings,
  exchange,
  clock,
  random,
  sleep,
  log,
}: Outside): SmsGateway & SentMessages & Receipts {
  if (settings.smsGateway === 'tencent') {
    return createTencentSms({
      baseUrl: settings.tencentSmsBase,
      signedHost: settings.tencentSmsSignedHost,
      region: settings.tencentSmsRegion,
      secretId: given(settings.tencentSecretId),
      secretKey: given(settings.tencentSecretKey),
      sdkAppId: given(settings.tencentSmsSdkAppId),
      signName: given(settings.tencentSmsSignName),
      templateIds: smsTemplates(settings),
      ...{ exchange, clock, sleep, log },
    });
  }
  return createAliyunSms({
    baseUrl: settings.aliyunSmsBase,
    signedHost: settings.aliyunSmsSignedHost,
    accessKeyId: given(settings.aliyunAccessKeyId),
    accessKeySecret: given(settings.aliyunAccessKeySecret),
    signName: given(settings.aliyunSmsSignName),
    templateCodes: smsTemplates(settings),
    ...{ exchange, clock, random, sleep, log },
  });
}

/** The registered templates of the chosen gateway; a kind of message without one is not sent. */
export function smsTemplates(settings: Settings): Templates {
  const templates: Readonly<Record<SmsTemplate, string | null>> =
    settings.smsGateway === 'tencent'
      ? {
          'login-code': settings.tencentSmsTemplateLogin,
          'policy-issued': settings.tencentSmsTemplateIssued,
          'payment-result': settings.tencentSmsTemplateResult,
          'refund-arrived': settings.tencentSmsTemplateRefund,
          'account-notice': settings.tencentSmsTemplateAccount,
          'change-result': settings.tencentSmsTemplateChange,
          'sale-open': settings.tencentSmsTemplateSaleOpen,
          'renewal-open': settings.tencentSmsTemplateRenewalOpen,
          'family-ask': settings.tencentSmsTemplateFamilyAsk,
          'group-invite': settings.tencentSmsTemplateGroupInvite,
          'group-news': settings.tencentSmsTemplateGroupNews,
          'withholding-ask': settings.tencentSmsTemplateWithholdingAsk,
          'withholding-coming': settings.tencentSmsTemplateWithholdingComing,
          'withholding-result': settings.tencentSmsTemplateWithholdingOutcome,
          'withholding-closed': settings.tencentSmsTemplateWithholdingClosed,
        }
      : {
          'login-code': settings.aliyunSmsTemplateLogin,
          'policy-issued': settings.aliyunSmsTemplateIssued,
          'payment-result': settings.aliyunSmsTemplateResult,
          'refund-arrived': settings.aliyunSmsTemplateRefund,
          'account-notice': settings.aliyunSmsTemplateAccount,
          'change-result': settings.aliyunSmsTemplateChange,
          'sale-open': settings.aliyunSmsTemplateSaleOpen,
          'renewal-open': settings.aliyunSmsTemplateRenewalOpen,
          'family-ask': settings.aliyunSmsTemplateFamilyAsk,
          'group-invite': settings.aliyunSmsTemplateGroupInvite,
          'group-news': settings.aliyunSmsTemplateGroupNews,
          'withholding-ask': settings.aliyunSmsTemplateWithholdingAsk,
          'withholding-coming': settings.aliyunSmsTemplateWithholdingComing,
          'withholding-result': settings.aliyunSmsTemplateWithholdingOutcome,
          'withholding-closed': settings.aliyunSmsTemplateWithholdingClosed,
        };
  return Object.fromEntries(Object.entries(templates).filter(([, template]) => template !== null));
}

/** Reading the settings has refused a start without the values of the chosen gateway. */
function given(value: string | null): string {
  if (value === null) throw new Error('a setting of the chosen SMS gateway is missing');
  return value;
}
