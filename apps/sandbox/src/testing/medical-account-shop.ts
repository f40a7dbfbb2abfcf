import type { Sandbox, SandboxKeys } from '../create-sandbox.ts';
import { wireTime } from '../medical-account/envelope.ts';
import {
  canonicalJson,
  type Data,
  messageKey,
  signText,
  sm2Sign,
  sm2Verify,
  sm4Decrypt,
  sm4Encrypt,
} from '../medical-account/signing.ts';
import type { AnyJson } from './shop.ts';

const PATHS = {
  isOpen: '/spc/api/isOpen',
  authorise: '/spc/api/auth/url',
  create: '/pmc/api/spc/unifiedOrder/UNION_CHS',
  query: '/pmc/api/spc/query',
  close: '/pmc/api/spc/close',
  refund: '/pmc/api/spc/refund',
  refundQuery: '/pmc/api/spc/refundQuery',
  settleDetail: '/pmc/api/spc/settleDetail',
  bill: '/pmc/api/spc/bill',
  push: '/jump/api/v1/phone/push',
  entry: '/jump/api/v1/entry',
  trusted: '/pec/api/v1/trusted/query',
  private: '/pec/api/v1/private/submit',
} as const;
export type CentrePath = keyof typeof PATHS;

/** How a request differs from a well-behaved shop's; `top` is put over the envelope after it was signed. */
export type CentreChange = {
  timestamp?: string;
  form?: 'rs' | 'der';
  lowerCase?: boolean;
  /** Encrypts this text of the same data, and signs the canonical one. */
  plainText?: string;
  top?: Record<string, unknown>;
  contentType?: string;
  body?: string;
};

type PlatformSide = Pick<SandboxKeys['preExisting'], 'appId' | 'appSecret' | 'app' | 'platform'>;

/** The envelope that a well-behaved shop makes. */
export function shopEnvelope(
  sandbox: Sandbox,
  data: Data,
  change: CentreChange = {},
  keys: PlatformSide = sandbox.keys.medicalAccount,
): Record<string, unknown> {
  const { appId, appSecret, app } = keys;
  const text = canonicalJson(data);
  const timestamp = change.timestamp ?? String(sandbox.clock.now());
  const top = { appId, encType: 'SM4', signType: 'SM2', version: '2.0.1', timestamp };
  const encData = sm4Encrypt(change.plainText ?? text, messageKey(appId, appSecret));
  return {
    ...top,
    encData: change.lowerCase ? encData.toLowerCase() : encData,
    signData: sm2Sign(signText(top, text, appSecret), app.privateKeyBase64, change.form),
    ...change.top,
  };
}

/** One call: the envelope of the answer, what is inside, and whether the platform signed it. */
export async function centreCall(sandbox: Sandbox, path: CentrePath, data: Data, change: CentreChange = {}) {
  const keys = path === 'trusted' || path === 'private' ? sandbox.keys.preExisting : sandbox.keys.medicalAccount;
  const response = await fetch(sandbox.origin + PATHS[path], {
    method: 'POST',
    headers: { 'content-type': change.contentType ?? 'application/json' },
    body: change.body ?? JSON.stringify(shopEnvelope(sandbox, data, change, keys)),
  });
  const text = await response.text();
  return { status: response.status, text, ...opened(sandbox, text, keys) };
}

/** What is in a message of the platform, and whether it is the platform's. */
export function opened(
  sandbox: Sandbox,
  text: string,
  { appId, appSecret, platform }: PlatformSide = sandbox.keys.medicalAccount,
): { code: unknown; data: AnyJson; signed: boolean; top: AnyJson } {
  let top: AnyJson;
  try {
    top = JSON.parse(text);
  } catch {
    return { code: undefined, data: undefined, signed: false, top: undefined };
  }
  const plain = sm4Decrypt(top.encData, messageKey(appId, appSecret));
  const data = plain === undefined ? undefined : JSON.parse(plain);
  const signed = sm2Verify(signText(top, plain, appSecret), top.signData, platform.publicKeyBase64);
  return { code: top.code, data, signed, top };
}

export const PAYER = { idType: '01', idNo: '32010619880316002X', userName: '林美' } as const;

/** A phone for a jump, agreed to now. */
export function pushData(sandbox: Sandbox, jumpNo: string, more: Data = {}): Data {
  const consentTime = wireTime(sandbox.clock.now());
  return {
    ...{ jumpNo, phone: '19000000012', source: 'account', purpose: 'JUMP', consentVersion: '1', consentTime },
    ...more,
  };
}

/** Asks for a permission and lets the person decide at the page; answers the permission's number. */
export async function permission(sandbox: Sandbox, outAuthNo: string, notifyUrl = 'http://127.0.0.1:9/authorised') {
  await centreCall(sandbox, 'authorise', authoriseData(outAuthNo, notifyUrl));
  return sandbox.control.medicalAccount.authorisations.decide(outAuthNo, 'OK').payAuthNo ?? '';
}

export function authoriseData(outAuthNo: string, notifyUrl = 'http://127.0.0.1:9/authorised'): Data {
  const redirectUrl = 'http://localhost:3000/authorised';
  return { ...PAYER, outAuthNo, notifyUrl, redirectUrl, state: 'state-1' };
}

/** Fields of a valid order. */
export function orderData(sandbox: Sandbox, outTradeNo: string, payAuthNo: string, more: Data = {}): Data {
  const { orgCode, orgName } = sandbox.keys.medicalAccount;
  return {
    ...PAYER,
    ...{ orgCode, orgName, outTradeNo, payAuthNo, operator: 'H5' },
    ...{ amount: '158.00', feeSumamt: '158.00', psnAcctPayAmt: '158.00' },
    ...{ ownPayAmt: '0.00', fundPayAmt: '0.00', othPayAmt: '0.00' },
    frontBackUrl: 'http://localhost:3000/back',
    syncCalUrl: 'http://127.0.0.1:9/notify',
    expireTime: wireTime(sandbox.clock.now() + 30 * 60_000),
    ...more,
  };
}

/** An order that waits for its payment, and the token of its cashier's page. */
export async function openMedicalOrder(sandbox: Sandbox, outTradeNo: string, more: Data = {}) {
  const payAuthNo = await permission(sandbox, `A${outTradeNo}`);
  const answer = await centreCall(sandbox, 'create', orderData(sandbox, outTradeNo, payAuthNo, more));
  return { ...answer, token: new URL(answer.data?.cashierUrl ?? 'x:').searchParams.get('token') ?? '' };
}

/** Presses a button of the cashier, or of the page of permission. */
export async function pressMedical(sandbox: Sandbox, page: 'cashier' | 'authorise', fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${sandbox.origin}/medical-account/${page}`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  const location = response.headers.get('location');
  return { status: response.status, location, html: await response.text(), back: broughtBack(sandbox, location) };
}

/** What an address of the way back carries. */
function broughtBack(sandbox: Sandbox, location: string | null): AnyJson {
  if (location === null) return undefined;
  const { appId, appSecret } = sandbox.keys.medicalAccount;
  const plain = sm4Decrypt(new URL(location).searchParams.get('encData'), messageKey(appId, appSecret));
  return plain === undefined ? undefined : JSON.parse(plain);
}
