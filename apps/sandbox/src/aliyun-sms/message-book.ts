import { beijingDay } from '../clock/beijing-time.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { magicEffect } from './magic-numbers.ts';
import { SmsBusinessError } from './sms-error.ts';

/** One text message in a resident's phone. */
export type SmsMessage = {
  id: string;
  bizId: string;
  phone: string;
  signName: string;
  templateCode: string;
  params: Record<string, string>;
  text: string;
  outId: string | undefined;
  sentAtMs: number;
};

export type SendInput = {
  phones: string[];
  signName: string;
  templateCode: string;
  params: Record<string, string>;
  outId: string | undefined;
};

export type MessageBook = {
  /** Stores the message for each number and returns the BizId; throws SmsBusinessError. */
  send(input: SendInput): string;
  /** Newest first; of one number, or of all. */
  list(phone?: string): SmsMessage[];
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOTICES_A_DAY = 50;
const MOBILE = /^1[3-9]\d{9}$/;

/**
 * Messages and their limits for one number: of codes one a minute, five an hour, ten a Beijing day; of a notice, which
 * a code never waits for, fifty a day for each template.
 */
export function createMessageBook(parts: SandboxParts): MessageBook {
  const { clock, journal, keys, random } = parts;
  const table = journal.table<SmsMessage>('aliyun-sms.messages');

  const list = (phone?: string): SmsMessage[] =>
    table
      .rows()
      .filter((message) => phone === undefined || message.phone === phone)
      .reverse();

  const checkLimits = (phone: string, input: SendInput): void => {
    const now = clock.now();
    const sent = list(phone).filter((message) =>
      isCode(input) ? isCode(message) : message.templateCode === input.templateCode,
    );
    const since = (ms: number) => sent.filter((message) => message.sentAtMs > now - ms).length;
    const limit = (text: string) => new SmsBusinessError('isv.BUSINESS_LIMIT_CONTROL', text);
    const today = sent.filter((message) => beijingDay(message.sentAtMs) === beijingDay(now)).length;
    if (!isCode(input)) {
      if (today >= NOTICES_A_DAY) throw limit(`触发天级流控Permits:${NOTICES_A_DAY}`);
      return;
    }
    if (since(MINUTE_MS) >= 1) throw limit('触发分钟级流控Permits:1');
    if (since(HOUR_MS) >= 5) throw limit('触发小时级流控Permits:5');
    if (today >= 10) throw limit('触发天级流控Permits:10');
  };

  return {
    send: (input) => {
      if (input.signName !== keys.aliyunSms.signName)
        throw new SmsBusinessError('isv.SMS_SIGNATURE_ILLEGAL', '该账号下找不到对应签名');
      const template = keys.aliyunSms.templates[input.templateCode];
      if (template === undefined) throw new SmsBusinessError('isv.SMS_TEMPLATE_ILLEGAL', '该账号下找不到对应模板');
      const phones = input.phones.map(mobileOf);
      const text = fill(template, input.params);
      for (const phone of phones) {
        const magic = magicEffect(phone);
        if (magic === 'limit') throw new SmsBusinessError('isv.BUSINESS_LIMIT_CONTROL', '触发分钟级流控Permits:1');
        if (magic === 'black-list') throw new SmsBusinessError('isv.BLACK_KEY_CONTROL_LIMIT', '黑名单管控');
        if (magic === 'wrong-number') throw new SmsBusinessError('isv.MOBILE_NUMBER_ILLEGAL', '非法手机号');
        checkLimits(phone, input);
      }
      const bizId = `${random.digits(15)}^0`;
      for (const phone of phones) {
        const id = random.hex(16);
        table.put(id, {
          id,
          bizId,
          phone,
          signName: input.signName,
          templateCode: input.templateCode,
          params: input.params,
          text: `【${input.signName}】${text}`,
          outId: input.outId,
          sentAtMs: clock.now(),
        });
      }
      return bizId;
    },
    list,
  };
}

/** Code templates are those with a `code` to fill in. */
const isCode = ({ params }: Pick<SendInput, 'params'>): boolean => 'code' in params;

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
