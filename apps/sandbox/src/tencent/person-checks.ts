import { isIdNumber, type PeopleBook, sequenceOf } from '../identity/people-book.ts';
import { magicEffect } from '../sms/magic-numbers.ts';
import { need, onlyKnown } from './body-fields.ts';
import type { CloudAction } from './cloud-door.ts';

export const FACEID_VERSION = '2018-03-01';

type Outcome = readonly [result: string, description: string, detail?: string];

/** Results of the two-element check that the sequence digits of an identity number ask for. */
export const ID_CARD_MAGIC: Readonly<Record<string, Outcome>> = {
  '991': ['-1', '姓名和身份证号不一致'],
  '994': ['-4', '证件库服务异常'],
  '995': ['-5', '证件库中无此身份证记录'],
  '996': ['-6', '权威比对系统升级中，请稍后再试'],
  '997': ['-7', '认证次数超过当日限制'],
};

/** Results of the three-element check that the last four digits of a phone number ask for. */
export const PHONE_MAGIC: Readonly<Record<string, Outcome>> = {
  '9041': ['-4', '信息不一致（手机号与身份证号不一致）', 'PhoneIdCardMismatch'],
  '9042': ['-4', '信息不一致（手机号与姓名不一致）', 'PhoneNameMismatch'],
  '9043': ['-4', '信息不一致（手机号与姓名、身份证号不一致）', 'PhoneNameIdCardMismatch'],
  '9044': ['-4', '信息不一致（姓名与身份证号不一致）', 'NameIdCardMismatch'],
  '9045': ['-4', '信息不一致', 'OtherMismatch'],
  '9009': ['-9', '没有记录'],
  '9011': ['-11', '验证中心服务繁忙'],
  '9012': ['-12', '认证次数超过当日限制'],
};

const NAME = /^[\u3400-\u9fff·]{2,32}$|^[A-Za-z .·]{2,32}$/;
const MOBILE = /^1[3-9]\d{9}$/;

/** PhoneVerification (three elements) and IdCardVerification (two), answered by the registry and by magic numbers. */
export function personChecks(people: PeopleBook): Record<string, CloudAction> {
  const twoElements = (idCard: string, name: string): Outcome => {
    if (!isIdNumber(idCard)) return ['-2', '非法身份证号（长度、校验位等不正确）'];
    if (!NAME.test(name)) return ['-3', '非法姓名（长度、格式等不正确）'];
    const magic = ID_CARD_MAGIC[sequenceOf(idCard)];
    if (magic) return magic;
    const known = people.find(idCard);
    return known && known.name !== name ? ['-1', '姓名和身份证号不一致'] : ['0', '姓名和身份证号一致'];
  };

  const threeElements = (idCard: string, name: string, phone: string): Outcome => {
    if (!MOBILE.test(phone) || magicEffect(phone) === 'wrong-number') return ['-6', '手机号码不合法'];
    if (!isIdNumber(idCard)) return ['-7', '身份证号码有误'];
    if (!NAME.test(name)) return ['-8', '姓名校验不通过'];
    const magic = PHONE_MAGIC[phone.slice(-4)];
    if (magic) return magic;
    const known = people.find(idCard);
    if (known && known.name !== name) return ['-4', '信息不一致（姓名与身份证号不一致）', 'NameIdCardMismatch'];
    if (known?.phone !== undefined && known.phone !== phone)
      return ['-4', '信息不一致（手机号与姓名、身份证号不一致）', 'PhoneNameIdCardMismatch'];
    return ['0', '认证通过'];
  };

  return {
    IdCardVerification: {
      service: 'faceid',
      version: FACEID_VERSION,
      handle: (body) => {
        onlyKnown(body, ['IdCard', 'Name', 'Encryption']);
        const [Result, Description] = twoElements(need(body, 'IdCard', 32), need(body, 'Name', 32));
        return { Result, Description };
      },
    },
    PhoneVerification: {
      service: 'faceid',
      version: FACEID_VERSION,
      match: (body) => (typeof body.Phone === 'string' ? { phone: body.Phone } : {}),
      handle: (body) => {
        onlyKnown(body, ['IdCard', 'Name', 'Phone', 'CiphertextBlob', 'EncryptList', 'Iv', 'VerifyMode', 'Encryption']);
        const phone = need(body, 'Phone', 20);
        const [Result, Description, ResultDetail] = threeElements(
          need(body, 'IdCard', 32),
          need(body, 'Name', 32),
          phone,
        );
        const known = Result === '0' || Result === '-4';
        return {
          ...{ Result, Description },
          ...(known ? { Isp: networkOf(phone) } : {}),
          ...(ResultDetail ? { ResultDetail } : {}),
        };
      },
    },
  };
}

function networkOf(phone: string): string {
  if (/^1(3[0-2]|45|5[56]|66|7[156]|8[56]|96)/.test(phone)) return '联通';
  return /^1(33|49|53|7[37]|8[019]|9[0139])/.test(phone) ? '电信' : '移动';
}
