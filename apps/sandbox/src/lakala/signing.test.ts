import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rsaSign, rsaVerify } from '../keys/rsa-sha256.ts';
import { callText, noticeText, readAuthorization } from './signing.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../../../tests/vectors/providers/lakala.json', import.meta.url), 'utf8'),
);
const flipped = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

test('the request example is accepted, and refused after one flipped byte', () => {
  const { request, merchant, appid } = vectors;
  const fields = readAuthorization(request.authorization) ?? {};
  expect(fields).toEqual({
    appid,
    serial_no: merchant.serial_no,
    timestamp: request.timestamp,
    nonce_str: request.nonce_str,
    signature: request.signature,
  });
  const text = callText(appid, merchant.serial_no, request.timestamp, request.nonce_str, request.body);
  expect(text.toString('utf8')).toBe(request.string_to_sign);
  expect(rsaVerify(merchant.public_key_pem, text, request.signature)).toBe(true);
  for (let at = 0; at < text.length; at += 41) {
    const spoiled = Buffer.from(text);
    spoiled[at] = (spoiled[at] ?? 0) ^ 1;
    expect(rsaVerify(merchant.public_key_pem, spoiled, request.signature), `byte ${at}`).toBe(false);
  }
  expect(rsaVerify(merchant.public_key_pem, text, flipped(request.signature, 0))).toBe(false);
  expect(rsaVerify(vectors.platform.public_key_pem, text, request.signature)).toBe(false);
});

test('answer and notification examples are signed byte for byte, and otherwise after one flipped byte', () => {
  const { response, notification, platform, appid } = vectors;
  const key = platform.private_key_pem_for_the_sandbox;
  const { 'Lklapi-Timestamp': timestamp, 'Lklapi-Nonce': nonce, 'Lklapi-Signature': signature } = response.headers;
  const answer = callText(appid, platform.serial_no, timestamp, nonce, response.body);
  expect(answer.toString('utf8')).toBe(response.string_to_verify);
  expect(rsaSign(key, answer)).toBe(signature);
  expect(rsaSign(key, callText(appid, platform.serial_no, timestamp, nonce, flipped(response.body, 20)))).not.toBe(
    signature,
  );
  const sent = readAuthorization(notification.headers.Authorization) ?? {};
  const notice = noticeText(sent.timestamp ?? '', sent.nonce_str ?? '', notification.body);
  expect(notice.toString('utf8')).toBe(notification.string_to_verify);
  expect(rsaSign(key, notice)).toBe(sent.signature);
  expect(rsaSign(key, noticeText(sent.timestamp ?? '', sent.nonce_str ?? '', flipped(notification.body, 20)))).not.toBe(
    sent.signature,
  );
});

test.each(['', 'Bearer x', 'LKLAPI-SHA256withRSA appid=x', 'LKLAPI-SHA256withRSA appid="a",appid="b"'])(
  'no authorisation is read from “%s”',
  (header) => {
    expect(readAuthorization(header)).toBeUndefined();
  },
);
