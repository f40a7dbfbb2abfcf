import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { v2Sign, v2SignText } from './v2-signing.ts';
import { messageText, parseMessage } from './xml-message.ts';

const { cases } = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/providers/wechatpay-v2.json', import.meta.url), 'utf8'),
) as {
  cases: { key: string; input: Record<string, string>; string_to_sign: string; md5: string; hmac_sha256: string }[];
};

test.each(cases)('the example file: $input.appid', ({ key, input, string_to_sign: text, md5, hmac_sha256: hmac }) => {
  expect(v2SignText({ ...input, sign: 'x' }, key)).toBe(text);
  expect(v2Sign(input, key, 'MD5')).toBe(md5);
  expect(v2Sign(input, key, 'HMAC-SHA256')).toBe(hmac);
  for (const name of Object.keys(input).filter((one) => input[one] !== '')) {
    const bytes = Buffer.from(input[name] ?? '');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(v2Sign({ ...input, [name]: bytes.toString('latin1') }, key, 'MD5')).not.toBe(md5);
  }
});

test.each<Record<string, string>>([{}, { a: '1', b: '' }, { a: ']]>', b: '<x>&', c: '张*' }])(
  'a message is read as it was written: %j',
  (fields) => {
    expect(parseMessage(Buffer.from(messageText(fields)))).toEqual(fields);
  },
);

test.each([
  '<xml><a>1</a><a>2</a></xml>',
  '<xml><a><b>1</b></a></xml>',
  '<xml><a x="1">1</a></xml>',
  '<xml><a>&lt;</a></xml>',
  '<!DOCTYPE xml><xml><a>1</a></xml>',
  '<xml>1</xml>',
])('refused: %s', (text) => {
  expect(parseMessage(Buffer.from(text))).toBeUndefined();
});
