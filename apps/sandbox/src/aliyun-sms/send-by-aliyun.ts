import type { SandboxParts } from '../sandbox-parts.ts';
import { type Inbox, NOTICES_A_DAY, type SmsLimit } from '../sms/inbox.ts';
import { magicEffect } from '../sms/magic-numbers.ts';
import { SmsBusinessError } from './sms-error.ts';

export type SendInput = {
  phones: string[];
  signName: string;
  templateCode: string;
  params: Record<string, string>;
  outId: string | undefined;
};

/** Sends to each number and returns the BizId; throws SmsBusinessError. */
export type SendByAliyun = (input: SendInput) => string;

const MOBILE = /^1[3-9]\d{9}$/;
const LIMIT_TEXT: Record<SmsLimit, string> = {
  minute: '触发分钟级流控Permits:1',
  hour: '触发小时级流控Permits:5',
  day: '触发天级流控Permits:10',
};

/** What Aliyun checks of a message before it goes out. */
export function createAliyunSender({ keys, random }: SandboxParts, inbox: Inbox): SendByAliyun {
  const limited = (text: string) => new SmsBusinessError('isv.BUSINESS_LIMIT_CONTROL', text);

  const checkLimits = (phone: string, input: SendInput): void => {
    const limit = inbox.limitOf({ gateway: 'aliyun-sms', phone, ...input });
    if (limit === undefined) return;
    throw limited('code' in input.params ? LIMIT_TEXT[limit] : `触发天级流控Permits:${NOTICES_A_DAY}`);
  };

  return (input) => {
    const { signName, templateCode, params, outId } = input;
    if (signName !== keys.aliyunSms.signName)
      throw new SmsBusinessError('isv.SMS_SIGNATURE_ILLEGAL', '该账号下找不到对应签名');
    const template = keys.aliyunSms.templates[templateCode];
    if (template === undefined) throw new SmsBusinessError('isv.SMS_TEMPLATE_ILLEGAL', '该账号下找不到对应模板');
    const phones = input.phones.map(mobileOf);
    const text = `【${signName}】${fill(template, params)}`;
    for (const phone of phones) {
      const magic = magicEffect(phone);
      if (magic === 'limit') throw limited(LIMIT_TEXT.minute);
      if (magic === 'black-list') throw new SmsBusinessError('isv.BLACK_KEY_CONTROL_LIMIT', '黑名单管控');
      if (magic === 'wrong-number') throw new SmsBusinessError('isv.MOBILE_NUMBER_ILLEGAL', '非法手机号');
      checkLimits(phone, input);
    }
    const bizId = `${random.digits(15)}^0`;
    for (const phone of phones)
      inbox.deliver({ gateway: 'aliyun-sms', bizId, phone, signName, templateCode, params, text, outId });
    return bizId;
  };
}

function mobileOf(written: string): string {
  const phone = written.replace(/^(?:\+86|0086|86(?=1\d{10}$))/, '');
  if (!MOBILE.test(phone)) throw new SmsBusinessError('isv.MOBILE_NUMBER_ILLEGAL', '非法手机号');
  return phone;
}

function fill(template: string, params: Record<string, string>): string {
  return template.replace(/\$\{(\w+)\}/g, (_all, name: string) => {
    const value = params[name];
    if (value === undefined) throw new SmsBusinessError('isv.TEMPLATE_MISSING_PARAMETERS', '模板缺少变量');
    if ([...value].length > 35) throw new SmsBusinessError('isv.PARAM_LENGTH_LIMIT', '参数超出长度限制');
    // Code templates take four to six letters or digits, nothing else.
    if (name === 'code' && !/^[0-9A-Za-z]{4,6}$/.test(value)) {
      throw new SmsBusinessError('isv.TEMPLATE_PARAMS_ILLEGAL', '模板变量里包含非法关键字');
    }
    return value;
  });
}
