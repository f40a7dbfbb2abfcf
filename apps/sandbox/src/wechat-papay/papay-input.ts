import type { SandboxParts } from '../sandbox-parts.ts';
import { notifyUrl } from '../wechat-pay/order-input.ts';
import { PayError } from '../wechat-pay/pay-error.ts';
import type { ContractRequest } from './contract-book.ts';
import { PapayError } from './papay-error.ts';
import type { Fields } from './xml-message.ts';

/** A field that must fit; PARAM_ERROR names it otherwise. */
export function need(fields: Fields, name: string, pattern: RegExp): string {
  const value = fields[name] ?? '';
  if (!pattern.test(value)) throw new PapayError('PARAM_ERROR', `参数错误：${name}`);
  return value;
}

export function address(fields: Fields, name: string): string {
  try {
    return notifyUrl(need(fields, name, /^.{1,256}$/));
  } catch (error) {
    if (error instanceof PayError) throw new PapayError('PARAM_ERROR', `参数错误：${name}`);
    throw error;
  }
}

export const OUT_TRADE_NO = /^[0-9A-Za-z_\-|*@]{6,32}$/;
export const FEN = /^[1-9]\d{0,9}$/;
const INT64_END = 2n ** 63n;

/** What is to be signed. `notifyName`: the field with the contract's notify address. */
export function contractRequest(parts: SandboxParts, fields: Fields, notifyName: string): ContractRequest {
  const { wechatPapay, wechatPay, wechatAccount } = parts.keys;
  const planId = need(fields, 'plan_id', /^\d{1,28}$/);
  if (planId !== wechatPapay.planId) throw new PapayError('PLAN_NOT_EXIST', '协议模板不存在');
  const requestSerial = need(fields, 'request_serial', /^\d{1,19}$/);
  if (BigInt(requestSerial) >= INT64_END) throw new PapayError('PARAM_ERROR', '参数错误：request_serial');
  return {
    appid: wechatAccount.appId,
    mchid: wechatPay.mchid,
    planId,
    requestSerial,
    contractCode: need(fields, 'contract_code', /^[0-9A-Za-z_-]{1,32}$/),
    displayAccount: need(fields, 'contract_display_account', /^.{1,32}$/u),
    notifyUrl: address(fields, notifyName),
    openid: fields.openid,
  };
}
