import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { readPartnerToken } from './partner-token.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = { issuer: 'tzt', publicKeys: [pair.publicKey] };
const AUDIENCE = 'https://shop.example.cn';
const NOW_MS = 1_800_000_000_000;
const NOW_S = NOW_MS / 1000;
const claims = {
  iss: 'tzt',
  aud: AUDIENCE,
  iat: NOW_S,
  exp: NOW_S + 300,
  jti: 'AbCdEf0123456789',
  phone: '19000000001',
};

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function tokenOf(body: object, header: object = { alg: 'RS256', typ: 'JWT' }, key = pair.privateKey): string {
  const text = `${part(header)}.${part(body)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}
const read = (token: string) => readPartnerToken(token, keys, AUDIENCE, NOW_MS);

it('believes a token that is signed, for us, and young', () => {
  const told = { tokenId: claims.jti, phone: '19000000001', expiresAtMs: NOW_MS + 330_000 };
  expect(read(tokenOf(claims))).toEqual(told);
  expect(read(tokenOf({ ...claims, phone: '+86 190-0000-0001' }))).toEqual(told);
  for (const phone of ['', null, undefined]) expect(read(tokenOf({ ...claims, phone }))).toMatchObject({ phone: null });
});

it('believes the former key while it is being replaced', () => {
  const both = { ...keys, publicKeys: [stranger.publicKey, pair.publicKey] };
  expect(readPartnerToken(tokenOf(claims), both, AUDIENCE, NOW_MS)).toMatchObject({ phone: '19000000001' });
});

it('refuses a token with one flipped bit anywhere', () => {
  const token = tokenOf(claims);
  for (let at = 0; at < token.length - 1; at += 7) {
    const flipped = token[at] === 'A' ? 'B' : 'A';
    const changed = token.slice(0, at) + flipped + token.slice(at + 1);
    if (changed !== token && Buffer.from(changed.split('.')[2] ?? '', 'base64url').length > 0) {
      expect(typeof read(changed), changed).toBe('string');
    }
  }
});

it.each<[string, string, string]>([
  ['another key', 'signature', tokenOf(claims, undefined, stranger.privateKey)],
  ['no algorithm', 'form', `${part({ alg: 'none' })}.${part(claims)}.AA`],
  ['the public key as a shared secret', 'form', forgedWithPublicKey()],
  ['another partner', 'issuer', tokenOf({ ...claims, iss: 'else' })],
  ['another shop', 'audience', tokenOf({ ...claims, aud: 'https://elsewhere.example' })],
  ['a list of shops', 'audience', tokenOf({ ...claims, aud: [AUDIENCE] })],
  ['a life of an hour', 'time', tokenOf({ ...claims, exp: NOW_S + 3600 })],
  ['an end before its beginning', 'time', tokenOf({ ...claims, exp: NOW_S - 1 })],
  ['an age of six minutes', 'time', tokenOf({ ...claims, iat: NOW_S - 360, exp: NOW_S - 60 })],
  ['the future', 'time', tokenOf({ ...claims, iat: NOW_S + 60, exp: NOW_S + 120 })],
  ['times as text', 'time', tokenOf({ ...claims, exp: String(NOW_S + 300) })],
  ['no number of its own', 'form', tokenOf({ ...claims, jti: undefined })],
  ['a short number', 'form', tokenOf({ ...claims, jti: 'abc' })],
  ['a phone that is none', 'form', tokenOf({ ...claims, phone: '12345' })],
  ['a phone that is an object', 'form', tokenOf({ ...claims, phone: {} })],
  ['two parts', 'form', tokenOf(claims).split('.').slice(0, 2).join('.')],
  ['four parts', 'form', `${tokenOf(claims)}.x`],
  ['a body that is a list', 'form', tokenOf([])],
  ['nothing', 'form', '...'],
])('refuses %s (%s)', (_name, fault, token) => {
  expect(read(token)).toBe(fault);
});

function forgedWithPublicKey(): string {
  const text = `${part({ alg: 'HS256' })}.${part(claims)}`;
  const pem = pair.publicKey.export({ type: 'spki', format: 'pem' });
  return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
}
