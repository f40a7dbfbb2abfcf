import { X509Certificate } from 'node:crypto';
import { beijingText } from '../clock/beijing-time.ts';
import type { Sandbox } from '../create-sandbox.ts';
import { acpSign, acpVerify, type Fields } from '../unionpay/signing.ts';

const PATHS = {
  front: '/gateway/api/frontTransReq.do',
  back: '/gateway/api/backTransReq.do',
  query: '/gateway/api/queryTrans.do',
  file: '/unionpay/file',
} as const;

/** `20260101083000`, `offsetMs` from the sandbox's now. */
export function txnTime(sandbox: Sandbox, offsetMs = 0): string {
  return beijingText(sandbox.clock.now() + offsetMs).replace(/\D/g, '');
}

/** Signed fields as a well-behaved shop makes them, except for `change` (before signing; an empty value drops one). */
export function acpFields(sandbox: Sandbox, fields: Fields, change: Fields = {}): Fields {
  const { merId, merchant } = sandbox.keys.unionpay;
  const all = {
    ...{ version: '5.1.0', encoding: 'UTF-8', signMethod: '01', accessType: '0' },
    ...{ certId: merchant.certId, merId, txnTime: txnTime(sandbox) },
    ...fields,
    ...change,
  };
  const kept: Fields = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return { ...kept, signature: acpSign(merchant.privateKeyPem, kept) };
}

/** Fields of a valid payment. */
export function paymentFields(orderId: string, more: Fields = {}): Fields {
  return {
    ...{ txnType: '01', txnSubType: '01', bizType: '000201', channelType: '08' },
    ...{ orderId, txnAmt: '15800', currencyCode: '156' },
    frontUrl: 'http://localhost:3000/front',
    backUrl: 'http://127.0.0.1:9/notify',
    riskRateInfo: '{commodityName=补充医疗保险}',
    ...more,
  };
}

/** Sends fields as given. */
export async function acpPost(sandbox: Sandbox, where: keyof typeof PATHS, fields: Fields, contentType?: string) {
  const response = await fetch(`${sandbox.origin}${PATHS[where]}`, {
    method: 'POST',
    headers: { 'content-type': contentType ?? 'application/x-www-form-urlencoded; charset=UTF-8' },
    body: new URLSearchParams(fields).toString(),
  });
  const text = await response.text();
  return { status: response.status, text, fields: readAnswer(text), token: tokenOf(text) };
}

/** One call of a well-behaved shop. */
export function acpCall(sandbox: Sandbox, where: keyof typeof PATHS, fields: Fields, change: Fields = {}) {
  return acpPost(sandbox, where, acpFields(sandbox, fields, change));
}

/** Presses a button of the payment page; with the fields of the form that goes back, if there is one. */
export async function pressAcp(sandbox: Sandbox, token: string, action: string) {
  const body = new URLSearchParams({ token, action });
  const response = await fetch(`${sandbox.origin}/unionpay/cashier`, { method: 'POST', body, redirect: 'manual' });
  const html = await response.text();
  const fields: Fields = {};
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g))
    fields[name] = value.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
  return { status: response.status, location: response.headers.get('location'), html, fields };
}

/** Whether a message is signed by the certificate it brings, and that one by the sandbox's chain. */
export function trusted(sandbox: Sandbox, fields: Fields): boolean {
  const { rootCertificatePem, middleCertificatePem } = sandbox.keys.unionpay;
  if (!fields.signPubKeyCert) return false;
  const certificate = new X509Certificate(fields.signPubKeyCert);
  const root = new X509Certificate(rootCertificatePem);
  const middle = middleCertificatePem === undefined ? root : new X509Certificate(middleCertificatePem);
  const chained =
    certificate.verify(middle.publicKey) && middle.verify(root.publicKey) && certificate.checkIssued(middle);
  const now = sandbox.clock.now();
  const current = Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
  const name = /CN=(.*)/.exec(certificate.subject)?.[1]?.split('@')[2] === '00040000:SIGN';
  const key = String(certificate.publicKey.export({ type: 'spki', format: 'pem' }));
  return chained && current && name && acpVerify(key, fields, fields.signature ?? '');
}

function readAnswer(text: string): Fields {
  if (text.startsWith('<')) return {};
  return Object.fromEntries(
    text.split('&').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

function tokenOf(text: string): string {
  return /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
}
