import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Sandbox } from '../create-sandbox.ts';
import type { DeclaredCard } from '../identity/card-facts.ts';
import { canonicalRequest, stringToSign, tc3Signature, utcDay } from '../tencent/tc3.ts';
import { wbfaceSign } from '../wbface/sign.ts';
import type { AnyJson } from './shop.ts';

const VERSIONS: Record<string, readonly [service: string, version: string]> = {
  SendSms: ['sms', '2021-01-11'],
  PullSmsSendStatusByPhoneNumber: ['sms', '2021-01-11'],
  IDCardOCR: ['ocr', '2018-11-19'],
};

export type CloudCallChange = {
  headers?: Record<string, string>;
  secretId?: string;
  host?: string;
  service?: string;
  signedHeaders?: string[];
  /** Sent instead of the body that was signed. */
  sentBody?: string;
};

/** Sends one call to Tencent Cloud as a well-behaved shop, except for `change`. Answers the fields of `Response`. */
export async function cloudCall(sandbox: Sandbox, action: string, body: unknown, change: CloudCallChange = {}) {
  const { secretId, secretKey } = sandbox.keys.tencent;
  const [service, version] = VERSIONS[action] ?? ['faceid', '2018-03-01'];
  const signedService = change.service ?? service;
  const text = JSON.stringify(body);
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'x-tc-action': action,
    'x-tc-version': version,
    'x-tc-timestamp': String(Math.floor(sandbox.clock.now() / 1000)),
    'x-tc-region': 'ap-guangzhou',
    ...change.headers,
  };
  const signedHeaders = change.signedHeaders ?? ['content-type', 'host', 'x-tc-action'];
  const host = change.host ?? `${service}.tencentcloudapi.com`;
  const seconds = Number(headers['x-tc-timestamp']);
  const canonical = canonicalRequest({ ...headers, host }, signedHeaders, Buffer.from(text));
  const signature = tc3Signature(
    secretKey,
    utcDay(seconds),
    signedService,
    stringToSign(seconds, signedService, canonical),
  );
  const scope = `${change.secretId ?? secretId}/${utcDay(seconds)}/${signedService}/tc3_request`;
  const response = await fetch(`${sandbox.origin}/`, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `TC3-HMAC-SHA256 Credential=${scope}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`,
    },
    body: change.sentBody ?? text,
  });
  const answer = await response.text();
  let data: AnyJson;
  try {
    data = JSON.parse(answer).Response;
  } catch {
    data = {};
  }
  return { status: response.status, text: answer, data, code: data?.Error?.Code as string | undefined };
}

/** The body of a valid message with a code. */
export function smsBody(sandbox: Sandbox, phone: string, more: Record<string, unknown> = {}) {
  const { sdkAppId, signName, templateIds } = sandbox.keys.tencent.sms;
  return {
    ...{ PhoneNumberSet: [`+86${phone}`], SmsSdkAppId: sdkAppId, SignName: signName },
    ...{ TemplateId: templateIds.login, TemplateParamSet: ['123456'] },
    ...more,
  };
}

/** A picture of one point that declares `card`; the smallest that a decoder takes. */
export function cardPng(card: DeclaredCard): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(named));
    return Buffer.concat([head, named, tail]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
    chunk('tEXt', Buffer.from(`id-card\0${JSON.stringify(card)}`)),
    chunk('IDAT', Buffer.from('78da6360000000020001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The same in a JPEG's comment. */
export function cardJpeg(card: DeclaredCard): Buffer {
  const text = Buffer.from(`id-card\0${JSON.stringify(card)}`);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe]), length, text, Buffer.from([0xff, 0xd9])]);
}

/** A shop's side of WBface, from the token to the query. */
export function wbfaceShop(sandbox: Sandbox) {
  const { appId, secret } = sandbox.keys.wbface;
  const version = '1.0.0';
  const call = async (
    path: string,
    query: Record<string, string>,
    body?: unknown,
    contentType = 'application/json',
  ): Promise<AnyJson> => {
    const address = `${sandbox.origin}${path}?${new URLSearchParams(query)}`;
    const headers = { 'content-type': contentType };
    const answer = await fetch(
      address,
      body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    const text = await answer.text();
    try {
      return JSON.parse(text);
    } catch {
      return { unreadable: answer.status };
    }
  };
  const token = (more: Record<string, string> = {}) =>
    call('/api/oauth2/access_token', { appId, secret, grant_type: 'client_credential', version, ...more });
  const ticket = async (accessToken: string, more: Record<string, string> = { type: 'SIGN' }) =>
    call('/api/oauth2/api_ticket', { appId, access_token: accessToken, version, ...more });
  return {
    call,
    token,
    ticket,
    faceId: (orderNo: string, signTicket: string, more: Record<string, string> = {}, name = 'geth5faceid') => {
      const person = { name: '张三', idNo: '32010619880316002X', userId: 'u1', ...more };
      const fields = { appId, orderNo, name: person.name, idNo: person.idNo, userId: person.userId, version };
      const sign = more.sign ?? wbfaceSign([...Object.values(fields), signTicket]);
      return call(`/api/server/h5/${name}`, { orderNo }, { ...fields, sign });
    },
    loginAddress: (orderNo: string, h5faceId: string, nonceTicket: string, long = false): string => {
      const nonce = randomBytes(16).toString('hex');
      const signed = [appId, 'u1', version, nonce, ...(long ? [orderNo, h5faceId] : [])];
      const sign = wbfaceSign([...signed, nonceTicket]);
      const fields = { appId, version, nonce, orderNo, h5faceId, userId: 'u1', sign, from: 'browser' };
      return `${sandbox.origin}/api/web/login?${new URLSearchParams({ ...fields, url: 'http://localhost:3000/back' })}`;
    },
    record: (orderNo: string, signTicket: string) => {
      const nonce = randomBytes(16).toString('hex');
      const sign = wbfaceSign([appId, orderNo, version, nonce, signTicket]);
      return call('/api/v2/base/queryfacerecord', { orderNo }, { appId, version, nonce, orderNo, sign });
    },
  };
}

/** Presses a button of a face page; `html` is the page. */
export async function pressFace(sandbox: Sandbox, html: string, ending: string) {
  const form = new URLSearchParams({ ending });
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g))
    form.set(
      name,
      value.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code))),
    );
  const action = /<form method="post" action="([^"]+)">/.exec(html)?.[1] ?? '';
  return fetch(`${sandbox.origin}${action}`, { method: 'POST', body: form, redirect: 'manual' });
}
