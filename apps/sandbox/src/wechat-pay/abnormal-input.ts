import { constants, privateDecrypt } from 'node:crypto';
import type { SandboxParts } from '../sandbox-parts.ts';
import { parseObject, text } from './order-input.ts';
import { parameterError } from './pay-error.ts';

const TYPES = ['USER_BANK_CARD', 'MERCHANT_BANK_CARD'];

/**
 * The body of a call that pays an abnormal refund another way: to the merchant's account, or to a bank card of the payer,
 * whose number and holder come sealed with the key that `Wechatpay-Serial` names. Answers the refund's number.
 */
export function readAbnormalInput(parts: SandboxParts, body: Buffer, serial: string | undefined): string {
  const fields = parseObject(body);
  const outRefundNo = text(fields, 'out_refund_no', 64);
  const type = text(fields, 'type', 32);
  if (!TYPES.includes(type)) throw parameterError('type', `只能是${TYPES.join('、')}`, type);
  if (type === 'USER_BANK_CARD') {
    text(fields, 'bank_type', 16);
    for (const name of ['bank_account', 'real_name'])
      if (!opens(parts, text(fields, name, 1024), serial)) throw parameterError(name, '解密失败，应以平台公钥加密');
  }
  return outRefundNo;
}

function opens({ keys }: SandboxParts, sealed: string, serial: string | undefined): boolean {
  const { platformPublicKey, platformCertificate } = keys.wechatPay;
  const pair = serial === platformPublicKey.publicKeyId ? platformPublicKey : platformCertificate;
  try {
    const key = { key: pair.privateKeyPem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' };
    return privateDecrypt(key, Buffer.from(sealed, 'base64')).length > 0;
  } catch {
    return false;
  }
}
