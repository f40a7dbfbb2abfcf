import { type AnyCall, API_BASE_PATH, TRACING_BASE_PATH } from '@huimin/contract';
import { people } from '@huimin/testing';
import { REQUIRED, resident, type Visitor } from './shop.ts';

/** Every document as a freshly seeded shop has it. */
const agreed = [...REQUIRED, 'user-agreement', 'privacy-policy'].map((key) => ({ key, version: 1 }));

/** What a field holds when its form is right, whatever call it is of; numbers of things that are nobody's. */
export const RIGHT_VALUES: Readonly<Record<string, unknown>> = {
  policyNo: 'JS00000000000000000000',
  clientKey: 'another-key-0123456789',
  phone: resident(2).phone,
  code: '000000',
  ticket: 'A'.repeat(120),
  policyNos: ['SMA000000000000000000001'],
  reason: 'other',
  expectedFen: 15_800,
  consentVersion: 1,
  purpose: 'change-payer',
  subject: 'A'.repeat(80),
  checkId: 'F0000000000000000000',
  side: 'front',
  image: 'PHN2Zz4=',
  contractNo: 'KJS000000000000000000001',
  planCode: 'upgraded',
  editionCode: 'demo27',
  amountFen: 15_800,
  agreedDocuments: agreed,
  regionCode: '320500',
  relationship: '02',
  name: '王小明',
  idType: '01',
  idNumber: people.father.idNumber,
  consent: true,
  wanted: true,
  encData: '0'.repeat(64),
  pageKey: 'clauses',
  kind: 'slow-call',
  call: 'saveOrder',
  key: 'clauses',
  version: 1,
  events: [],
  recoveryToken: 'A'.repeat(60),
  account: 0,
  proofToken: 'A'.repeat(32),
  statement: '旧手机丢了',
  right: 'correct',
  words: '名字写错了，请改过来，谢谢',
  category: 'sale',
  inboxNo: `XX${'0'.repeat(19)}`,
  complaintNo: `TS${'0'.repeat(19)}`,
  token: 'A.B.CCCCCCCCCCCCCCCCCCCC',
  authCode: 'A'.repeat(32),
  returnTo: '/#/index',
  changeNo: `GZ${'0'.repeat(19)}`,
  newValues: { email: 'name@example.com' },
  to: 'login-phone',
  fileId: `W${'0'.repeat(19)}`,
  fileIds: [`W${'0'.repeat(19)}`],
  use: 'change',
  fileName: '证件.jpg',
  content: 'AAAA',
  assistanceNo: '23456789ABCDEFGHJKLM',
  people: [
    {
      relationship: '00',
      name: '王小明',
      idType: '01',
      idNumber: people.father.idNumber,
      regionCode: '320500',
      insured: true,
    },
  ],
  applicationNo: 'ZT0000000000000000001',
  readCount: 0,
  totalCount: 1,
  preparedVersion: 1,
  num: 'SMA000000000000000000001',
  paper: 'voucher',
  address: 'lin@example.cn',
  mailNo: 'M0000000000000000001',
  queryNo: 'JW0000000000000000001',
  appealNo: 'FH0000000000000000001',
  appealReason: 'not-mine',
  nickname: '小林',
  gift: 'guard',
  withShareCode: false,
  bookingNo: `YY${'0'.repeat(19)}`,
  headCount: 20,
  privacyVersion: 1,
  step: 'open',
  shareCode: '0123456789abcdef',
  page: '/index',
  posterId: 'poster-none',
  articleId: 'article-none',
  channel: 'mall',
  confirmed: false,
  personKey: '0000000000000000000',
  caseNo: 'LP00000000',
  drugApplicationNo: 'TY0000000000000000001',
  drugCode: 'YF001',
  papers: [{ kind: 'prescription', fileIds: [`W${'0'.repeat(19)}`] }],
  pharmacyCode: 'P01',
  way: 'collect',
  serviceCode: 'S01',
  serviceBookingNo: 'JK0000000000000000001',
  roundCode: 'gift-2026',
  action: 'health-manual',
  nonce: '0123456789abcdef',
  companyName: '示例科技（苏州）有限公司',
  creditCode: '91320594MA1EXAMP0X',
  contactName: '陈示范',
  groupNo: `TD${'0'.repeat(19)}`,
  personNos: [`TR${'0'.repeat(19)}`],
  link: 'A'.repeat(16),
  idTail: '00316X',
  join: false,
  place: 1,
  agrees: true,
  wordsVersion: 1,
  source: 'account',
  data: '[]',
  orderNo: '',
  policyHolderIdNum: '',
  policyHolderIdType: '',
  policyHolderName: '',
  policyHolderPhoneNo: '',
  productId: 'js26',
  traceId: 'a-visit-that-nobody-made',
};

export type Schema = { properties?: Record<string, Schema>; required?: string[]; items?: Schema; type?: string };
/** Where a call is mounted; path parameters are left as they are. */
export function pathOf(call: AnyCall): string {
  return isTracing(call) ? call.path : `${API_BASE_PATH}${call.path}`;
}

/** The tracing service stands beside the API: no headers, and an answer with the value's members in it. */
export function isTracing(call: AnyCall): boolean {
  return call.path.startsWith(TRACING_BASE_PATH);
}

/** The fields of a call's input. */
export const fieldsOf = (call: AnyCall): Record<string, Schema> => (call.input as Schema).properties ?? {};

/** The least input that the call's description takes. */
export function rightInputOf(call: AnyCall, right: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fill = (schema: Schema): Record<string, unknown> =>
    Object.fromEntries(
      (schema.required ?? []).map((name) => {
        if (name in right) return [name, right[name]];
        if (call.path.includes(`{${name}}`)) return [name, 'sex'];
        throw new Error(`give ${call.name}.${name} a right value`);
      }),
    );
  const filled = fill(call.input as Schema);
  return call.path.includes('{code}') ? { ...filled, code: 'sex' } : filled;
}

/** Makes a call with any input at all. */
export async function sendTo(from: Visitor, call: AnyCall, input: unknown, headers: Record<string, string> = {}) {
  const values = { ...(input as Record<string, unknown>) };
  const path = pathOf(call).replace(/\{(\w+)\}/g, (_, key: string) => {
    const given = values[key] ?? '-';
    const value = typeof given === 'object' ? JSON.stringify(given) : String(given);
    return encodeURIComponent(value.isWellFormed() ? value.slice(0, 2_000) : '-');
  });
  if (call.method !== 'GET') {
    const body = JSON.stringify(input);
    return from.raw(path, { method: call.method, body, headers: { 'content-type': 'application/json', ...headers } });
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) for (const entry of value.slice(0, 500)) query.append(name, String(entry));
    else query.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return from.raw(`${path}?${query}`, { headers });
}
