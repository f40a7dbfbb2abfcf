import type { SandboxParts } from '../sandbox-parts.ts';
import type { Inbox, Receipt, SmsLimit } from '../sms/inbox.ts';
import { magicEffect } from '../sms/magic-numbers.ts';
import { type Body, need, onlyKnown, optional, texts } from './body-fields.ts';
import type { CloudAction } from './cloud-door.ts';
import { TencentError, wrongField } from './tencent-error.ts';

const VERSION = '2021-01-11';
const REGIONS = ['ap-beijing', 'ap-guangzhou', 'ap-nanjing'];
const MOST_NUMBERS = 200;
const MOST_ROWS = 100;
const MOBILE = /^(?:\+86|0086)?(1[3-9]\d{9})$/;
const FIELDS = [
  ...['PhoneNumberSet', 'SmsSdkAppId', 'TemplateId', 'SignName', 'TemplateParamSet'],
  ...['ExtendCode', 'SessionContext', 'SenderId'],
];
const LIMIT_CODES: Record<SmsLimit, string> = {
  minute: 'LimitExceeded.PhoneNumberThirtySecondLimit',
  hour: 'LimitExceeded.PhoneNumberOneHourLimit',
  day: 'LimitExceeded.PhoneNumberDailyLimit',
};
const REPORTS: Record<Exclude<Receipt, 'waiting'>, Record<string, string>> = {
  delivered: { ReportStatus: 'SUCCESS', Description: 'DELIVRD' },
  failed: { ReportStatus: 'FAIL', Description: 'UNDELIV' },
};

/** SendSms, whose result is told number by number, and the receipts of what was sent. */
export function smsActions({ clock, keys, random }: SandboxParts, inbox: Inbox): Record<string, CloudAction> {
  const { sms } = keys.tencent;

  const checkApp = (body: Body): void => {
    if (need(body, 'SmsSdkAppId', 64) !== sms.sdkAppId)
      throw new TencentError('UnauthorizedOperation.SmsSdkAppIdVerifyFail', 'SmsSdkAppId 校验失败');
  };

  type Draft = { templateId: string; signName: string; params: string[]; context: string };

  /** The result of one number: the message goes out, or the code says why not. */
  const sendTo = (written: string, draft: Draft): { code: string; message: string; serial: string; phone: string } => {
    const phone = MOBILE.exec(written)?.[1] ?? '';
    const refuse = (code: string, message: string) => ({ code, message, serial: '', phone: written });
    const magic = magicEffect(phone);
    if (phone === '' || magic === 'wrong-number')
      return refuse('InvalidParameterValue.IncorrectPhoneNumber', 'phone number format error');
    if (magic === 'black-list') return refuse('FailedOperation.PhoneNumberInBlacklist', 'phone number in blacklist');
    const { templateId: templateCode, signName } = draft;
    const template = sms.templates[templateCode];
    if (signName !== sms.signName)
      return refuse('FailedOperation.SignatureIncorrectOrUnapproved', 'signature is not approved');
    if (template === undefined)
      return refuse('FailedOperation.TemplateIncorrectOrUnapproved', 'template is not approved or not exist');
    if (draft.params.length !== template.parameters.length || draft.params.some((value) => value === ''))
      return refuse('InvalidParameterValue.TemplateParameterFormatError', 'template parameter count or format error');
    const params = Object.fromEntries(template.parameters.map((name, index) => [name, draft.params[index] ?? '']));
    if (params.code !== undefined && !/^\d{4,6}$/.test(params.code))
      return refuse('InvalidParameterValue.TemplateParameterFormatError', 'verification code must be 4 to 6 digits');
    const limit = magic === 'limit' ? 'minute' : inbox.limitOf({ gateway: 'tencent', phone, templateCode, params });
    if (limit) return refuse(LIMIT_CODES[limit], 'delivers sms too frequently');
    const filled = template.text.replace(/\{(\d+)\}/g, (_all, place: string) => draft.params[Number(place) - 1] ?? '');
    const bizId = `${random.digits(4)}:${random.digits(20)}`;
    const text = `【${signName}】${filled}`;
    inbox.deliver({ gateway: 'tencent', bizId, phone, signName, templateCode, params, text, outId: draft.context });
    return { code: 'Ok', message: 'send success', serial: bizId, phone: `+86${phone}` };
  };

  const send: CloudAction = {
    service: 'sms',
    version: VERSION,
    regions: REGIONS,
    match: (body) => ({ phone: MOBILE.exec(String((body.PhoneNumberSet as unknown[] | undefined)?.[0]))?.[1] }),
    handle: (body) => {
      onlyKnown(body, FIELDS);
      checkApp(body);
      const numbers = texts(body, 'PhoneNumberSet');
      if (numbers.length === 0) throw wrongField('PhoneNumberSet', '不能为空');
      if (numbers.length > MOST_NUMBERS)
        throw new TencentError('LimitExceeded.PhoneNumberCountLimit', `单次最多${MOST_NUMBERS}个号码`);
      const context = optional(body, 'SessionContext', 511) ?? '';
      const draft: Draft = {
        templateId: need(body, 'TemplateId', 32),
        signName: need(body, 'SignName', 64),
        params: texts(body, 'TemplateParamSet'),
        context,
      };
      const results = numbers.map((number) => sendTo(number, draft));
      if (results.some(({ code, phone }) => code === 'Ok' && magicEffect(phone) === 'time-out-after-send'))
        return undefined;
      return {
        SendStatusSet: results.map(({ code, message, serial, phone }) => ({
          SerialNo: serial,
          PhoneNumber: phone,
          Fee: code === 'Ok' ? 1 : 0,
          SessionContext: context,
          Code: code,
          Message: message,
          IsoCode: code === 'Ok' ? 'CN' : '',
        })),
      };
    },
  };

  const receipts: CloudAction = {
    service: 'sms',
    version: VERSION,
    regions: REGIONS,
    handle: (body) => {
      checkApp(body);
      const phone = MOBILE.exec(need(body, 'PhoneNumber', 20))?.[1];
      if (!phone) throw new TencentError('InvalidParameterValue.IncorrectPhoneNumber', '号码格式错误');
      const sinceMs = Number(body.BeginTime) * 1000;
      const untilMs = body.EndTime === undefined ? clock.now() : Number(body.EndTime) * 1000;
      const [offset, limit] = [Number(body.Offset ?? 0), Number(body.Limit)];
      if (![sinceMs, untilMs, offset, limit].every(Number.isInteger) || limit < 1 || limit > MOST_ROWS)
        throw wrongField('BeginTime、EndTime、Offset、Limit', `应为整数，Limit 取值1到${MOST_ROWS}`);
      const told = inbox.list(phone).filter((message) => {
        const mine = message.gateway === 'tencent' && inbox.receiptOf(message) !== 'waiting';
        return mine && message.sentAtMs >= sinceMs && message.sentAtMs <= untilMs;
      });
      return {
        PullSmsSendStatusSet: told.slice(offset, offset + limit).map((message) => ({
          UserReceiveTime: Math.floor((message.arrivesAtMs ?? message.sentAtMs) / 1000),
          CountryCode: '86',
          SubscriberNumber: phone,
          PhoneNumber: `+86${phone}`,
          SerialNo: message.bizId,
          SessionContext: message.outId ?? '',
          ...REPORTS[inbox.receiptOf(message) === 'failed' ? 'failed' : 'delivered'],
          ...(message.failCode === undefined ? {} : { Description: message.failCode }),
        })),
      };
    },
  };

  return { SendSms: send, PullSmsSendStatusByPhoneNumber: receipts };
}
