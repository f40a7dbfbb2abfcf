import type { FaultMatch } from '../faults/fault-book.ts';
import { ANSWER_KINDS } from '../faults/fault-kinds.ts';
import { answerWithFaults } from '../faults/faulty-answer.ts';
import type { Answer, Handler, SandboxRequest } from '../http/router.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { PayError } from '../wechat-pay/pay-error.ts';
import { PapayError } from './papay-error.ts';
import { SIGN_TYPES, type SignType, v2Sign, v2SignText } from './v2-signing.ts';
import { type Fields, messageText, parseMessage } from './xml-message.ts';

export type PapayHandler = (fields: Fields, signType: SignType) => Fields;

/** Faults may be narrowed to a contract by its code as well as to an order by its number. */
export function matchOf(fields: Fields): FaultMatch {
  return { outTradeNo: fields.out_trade_no ?? fields.contract_code };
}

/** What every XML call passes: form, merchant, signature, faults, signed answer. */
export function papayDoor(parts: SandboxParts, call: string, handle: PapayHandler): Handler {
  const { faults, keys, random } = parts;
  faults.offer('wechat-papay', call, [...ANSWER_KINDS, 'bad_response_sign']);

  const answer = (fields: Fields, signType: SignType, match: FaultMatch): Answer => {
    const all: Fields = {
      return_code: 'SUCCESS',
      return_msg: 'OK',
      appid: keys.wechatAccount.appId,
      mch_id: keys.wechatPay.mchid,
      nonce_str: random.text(32),
      ...(signType === 'MD5' ? {} : { sign_type: signType }),
      ...fields,
    };
    const wrong = faults.take('wechat-papay', call, ['bad_response_sign'], match);
    const sign = v2Sign(wrong ? { ...all, nonce_str: 'another' } : all, keys.wechatPapay.apiV2Key, signType);
    return xml(messageText({ ...all, sign }));
  };

  return (request) => {
    request.note({ provider: 'wechat-papay', call });
    const fields = parseMessage(request.body);
    if (!fields) return unsigned(request, 'XML格式错误');
    const problem = envelopeProblem(parts, request, fields);
    if (problem) return unsigned(request, problem);
    const signType = signTypeOf(fields) ?? 'MD5';
    const match = matchOf(fields);
    const refuse = (code: string, text: string): Answer => {
      request.note({ reason: `${code}: ${text}` });
      return answer({ result_code: 'FAIL', err_code: code, err_code_des: text }, signType, match);
    };
    const act = (): Answer => {
      try {
        return answer({ result_code: 'SUCCESS', ...handle(fields, signType) }, signType, match);
      } catch (error) {
        if (error instanceof PapayError) return refuse(error.code, error.message);
        // An order's refusal has other names in version 2.
        if (error instanceof PayError) return refuse(V2_CODES[error.code] ?? 'PARAM_ERROR', error.message);
        throw error;
      }
    };
    return answerWithFaults(
      request,
      {
        ...{ faults, provider: 'wechat-papay', call, match },
        busy: () => refuse('SYSTEMERROR', '系统异常，请用相同参数重新调用'),
        rateLimited: () => refuse('FREQUENCY_LIMITED', '频率超限'),
      },
      act,
    );
  };
}

const V2_CODES: Readonly<Record<string, string>> = {
  ORDERPAID: 'ORDERPAID',
  ORDER_CLOSED: 'ORDERCLOSED',
  INVALID_REQUEST: 'OUT_TRADE_NO_USED',
  ORDER_NOT_EXIST: 'ORDERNOTEXIST',
  OPENID_MISMATCH: 'OPENID_MISMATCH',
};

export function signTypeOf(fields: Fields): SignType | undefined {
  return SIGN_TYPES.find((type) => type === (fields.sign_type ?? 'MD5'));
}

/** What is wrong with a message as a whole, in the words of `return_msg`. */
export function envelopeProblem(
  parts: SandboxParts,
  request: Pick<SandboxRequest, 'note'>,
  fields: Fields,
  forced?: SignType,
): string | undefined {
  const { keys } = parts;
  if (fields.appid !== keys.wechatAccount.appId) return 'appid不存在';
  if (fields.mch_id !== keys.wechatPay.mchid) return 'mch_id不存在';
  const signType = forced ?? signTypeOf(fields);
  if (!signType) return '签名类型不支持';
  const { apiV2Key } = keys.wechatPapay;
  if (fields.sign === v2Sign(fields, apiV2Key, signType)) return undefined;
  request.note({ expectedSignText: v2SignText(fields, apiV2Key).replace(apiV2Key, '<APIv2 key>') });
  return '签名错误';
}

function unsigned(request: SandboxRequest, text: string): Answer {
  request.note({ reason: text });
  return xml(messageText({ return_code: 'FAIL', return_msg: text }));
}

/** An XML answer. */
export function xml(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body };
}
