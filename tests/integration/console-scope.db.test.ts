import type { Envelope } from '@huimin/contract';
import { type AnyConsoleCall, consoleCalls } from '@huimin/contract/console';
import { STAFF_ROLES, type StaffRole } from '@huimin/contract/vocabulary';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMONSTRATION_PEOPLE } from '../../apps/server/seed/demonstration-staff.ts';
import { neededLooks } from '../../bench/console-needed.ts';
import { rightInput } from './console-input.ts';
import { consoleLooks, type Look, mayLook } from './console-looks.ts';
import { type Desk, signedIn } from './desk.ts';
import { type FilledShop, openFilledShop } from './filled-shop.ts';

/**
 * Every call of the console by people whose data scope holds nothing of what there is: in one city, one channel, one insurer
 * that has no part in it. Made from the contract: a call that comes later is pressed too, and a field by which it names something
 * has to stand in one of the lists below.
 */
const BEHIND: readonly AnyConsoleCall[] = Object.values(consoleCalls).filter(({ staff }) => Array.isArray(staff));
const ORDERS = 400;
const OUTSIDE = {
  city: { cities: ['990000'] },
  channel: { channels: ['no-such-channel'] },
  insurer: { insurers: ['没有这家保险公司'] },
} as const;
type Dimension = keyof typeof OUTSIDE;
const DIMENSIONS = Object.keys(OUTSIDE) as Dimension[];

/** Which dimensions hold what a field names: a product is its insurers' and goes to every city and channel. */
const PLACED: Readonly<Record<string, readonly Dimension[]>> = {
  ...{ orderNo: DIMENSIONS, policyNos: DIMENSIONS, refundNo: DIMENSIONS, refundNos: DIMENSIONS, trace: DIMENSIONS },
  ...{ person: DIMENSIONS, complaintNo: DIMENSIONS, requestNo: DIMENSIONS, reviewNo: DIMENSIONS },
  // Of the whole province: only whoever sees everything looks at them.
  ...{ day: DIMENSIONS, rightsNo: DIMENSIONS, messageNo: DIMENSIONS, alertNo: DIMENSIONS },
  ...{ edition: ['insurer'], channelCode: ['channel'] },
};

/** Fields that name a thing as well, and why they are not pressed here. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'its scope has a test in its own topic': [
    ...[
      'approvalNo',
      'groupNo',
      'personNo',
      'receiptNo',
      'payoutNo',
      'importNo',
      'serviceBookingNo',
      'contentId',
      'differenceNo',
      'issueNo',
    ],
    ...['exportNo', 'luckyNo', 'roundCode', 'sampleNo', 'caseNo', 'exitCode', 'assistantNo', 'outletCode', 'pauseNo'],
  ],
  'a part of what another field names': [
    'fileId',
    'planCode',
    'planCodes',
    'code',
    'editionCode',
    'productId',
    'seed',
    'ticket',
  ],
  'searched for within the scope': ['number', 'policyNo', 'group', 'parentCode'],
  'an account of the console, which is in no place': ['staffNo', 'account', 'subject'],
  'a word of the call, which leads to nothing stored': [
    ...['activityNo', 'classCode', 'creditCode', 'disputeNo', 'licenceNo', 'recordFilingCode', 'regionCode'],
    ...['registeredId', 'agentCode', 'ownAgentCode', 'bankReference', 'key', 'productCode'],
  ],
};
/** How a field is called that names a thing. */
const NAMES_A_THING =
  /(?:Nos?|Ids?|Codes?|Reference)$|^(?:id|code|key|seed|ticket|number|group|account|subject|person|trace)$/;

/** What a call asks for beside what it must be given before it looks for the thing. */
const MORE: Readonly<Record<string, object>> = {
  writeShareContent: { card: { title: '测试', desc: '一起看看', copyText: '一起看看' } },
};
/** What they are about is not among what is invented: only that they refuse is seen; what they answer is in their topic's test. */
const BARE = [
  ...['showReview', 'decideReview', 'showReviewPaper', 'showDeskPaper', 'showComplaintFile', 'showAskedClaimRules'],
  'listOrderComplaints',
];
/** Of these kinds the calls leave requests behind. */
const KINDS = ['person-reading', 'person-reveal', 'reconciliation-closing', 'recording-unmasking'];
const CHANNEL = 'scope-bank';

let filled: FilledShop;
let shop: FilledShop['shop'];
let client: FilledShop['client'];
let looks: readonly Look[];
/** Numbers that are shown to whoever sees everything, by the field that shows them. */
let shown: ReadonlyMap<string, ReadonlySet<string>>;
/** An order whose people the desk shows. */
let sale: { readonly orderNo: string; readonly policyNos: readonly string[] };
/** What its page opens. */
let request: Record<string, unknown>;
const desks = new Map<StaffRole, Desk>();

beforeAll(async () => {
  filled = await openFilledShop(ORDERS);
  ({ shop, client } = filled);
  for (const { account, roles } of DEMONSTRATION_PEOPLE)
    desks.set(roles[0] as StaffRole, await signedIn(shop, account));
  const values = await neededLooks(shop, client, deskOf('service'));
  looks = consoleLooks(values);
  const [{ orderNo } = {}] = values.needed.showOrder as { orderNo?: string }[];
  const { people } = await deskOf('operations').value('showOrder', { orderNo: orderNo ?? '' });
  sale = { orderNo: orderNo ?? '', policyNos: people.flatMap(({ policyNo }) => policyNo ?? []) };
  await deskOf('operations').value('keepSaleChannel', {
    ...{ channelCode: CHANNEL, channelKind: 'bank', name: '范围里的银行', isNew: true, reason: '测试用的原因' },
  });
  shown = await lookAtAll();
  request = await firstOf(
    [...(shown.get('requestNo') ?? [])].map((requestNo) => ({ requestNo })),
    consoleCalls.showDeskRequest,
  );
}, 120_000);
afterAll(() => filled?.close());

function deskOf(role: StaffRole): Desk {
  const desk = desks.get(role);
  if (!desk) throw new Error(`nobody is ${role}`);
  return desk;
}

const setScope = (scope: object) =>
  client.query(`update staff_accounts set scope = $1`, [{ insurers: null, cities: null, channels: null, ...scope }]);

const rolesOf = (call: AnyConsoleCall): StaffRole[] => STAFF_ROLES.filter((role) => mayLook(call, role));

/** A file is answered without an envelope. */
async function answerOf(role: StaffRole, call: AnyConsoleCall, input: unknown): Promise<Envelope> {
  const text = await (await deskOf(role).send(call, input)).text();
  const answer = (text.startsWith('{') ? JSON.parse(text) : { code: 200000, message: '', result: text }) as Envelope;
  if (answer.code !== 400129) return answer;
  // More than a person does in a minute.
  shop.clock.advance(60_000);
  return answerOf(role, call, input);
}

/** What is somebody's: numbers of what has a place in the scope, as lists and pages show them. */
const NUMBERS = /^(order|policy|refund|complaint|request|rights|message|review|alert)Nos?$|^person$|^trace$/;

function collect(value: unknown, into: Map<string, Set<string>>, field = ''): void {
  if (Array.isArray(value)) for (const one of value) collect(one, into, field);
  else if (value && typeof value === 'object') {
    for (const [name, one] of Object.entries(value)) collect(one, into, name);
  } else if (typeof value === 'string' && value !== '' && NUMBERS.test(field)) {
    into.set(field, (into.get(field) ?? new Set()).add(value));
  }
}

async function lookAtAll(): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const { call, input } of looks) {
    const [role] = rolesOf(call);
    if (role) collect((await answerOf(role, call, input)).result, found);
  }
  return found;
}

/**
 * A thing that is not there for them, what their role may not on it, what only somebody of the whole province may; a list has
 * nothing in it.
 */
function isRefused({ name }: AnyConsoleCall, { code, message, result }: Envelope): boolean {
  const found = new Map<string, Set<string>>();
  if (name.startsWith('list') && code === 200000) collect(result, found);
  return (
    code === 400104 ||
    code === 400702 ||
    (code === 400707 && /数据范围|全省|没有这个产品版本/.test(message)) ||
    (name.startsWith('list') && code === 200000 && found.size === 0)
  );
}

const told = ({ message, result }: Envelope) => `${message} ${JSON.stringify(result)}`;

/** The calls that name something with a place, and by which fields. */
function pressed(): { call: AnyConsoleCall; fields: string[] }[] {
  return BEHIND.map((call) => ({
    call,
    fields: ((call.input as { required?: string[] }).required ?? []).filter((field) => field in PLACED),
  })).filter(({ fields }) => fields.length > 0);
}

/** Names of all fields of an input, those within others too. */
function fieldsOf(schema: unknown, into = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const one of schema) fieldsOf(one, into);
  else if (schema && typeof schema === 'object') {
    const { properties, items, anyOf, oneOf, allOf } = schema as Record<string, unknown>;
    for (const [name, one] of Object.entries(properties ?? {})) fieldsOf(one, into.add(name));
    for (const inner of [items, anyOf, oneOf, allOf]) fieldsOf(inner, into);
  }
  return into;
}

async function firstOf(
  inputs: readonly Record<string, unknown>[],
  call: AnyConsoleCall,
): Promise<Record<string, unknown>> {
  for (const input of inputs) {
    if ((await answerOf('operations', call, input)).code === 200000) return input;
  }
  throw new Error(`${call.name} opens none of ${inputs.length}`);
}

/** A page and an edition that somebody writes on. */
async function beginDrafts(): Promise<void> {
  for (const call of [consoleCalls.beginEditionDraft, consoleCalls.beginPageDraft]) {
    await answerOf('operations', call, { ...rightInput(call), edition: 'demo27' });
  }
}

/** A value of a field that is there, with what tells which of its kind it is. */
function realOf(field: string, call: AnyConsoleCall): Record<string, unknown> {
  if (field === 'day') return { day: '2026-11-01' };
  if (field === 'edition') return { edition: 'demo27' };
  if (field === 'channelCode') return { channelCode: CHANNEL };
  if (field === 'requestNo') return request;
  if (field === 'policyNos') return { orderNo: sale.orderNo, policyNos: sale.policyNos };
  const [value] = shown.get(field.replace(/s$/, '')) ?? [];
  if (value === undefined) throw new Error(`${call.name}: nothing is shown that ${field} could name`);
  return { [field]: field.endsWith('s') ? [value] : value };
}

test('every field by which a call names something has a place, or it is said why it is not looked at here', () => {
  const fields = new Set(
    BEHIND.flatMap(({ input }) => [...fieldsOf(input)]).filter((name) => NAMES_A_THING.test(name)),
  );
  const listed = [...Object.keys(PLACED), ...Object.values(ELSEWHERE).flat()];
  expect([...fields].filter((name) => !listed.includes(name))).toEqual([]);
  expect(
    Object.values(ELSEWHERE)
      .flat()
      .filter((name) => !fields.has(name)),
  ).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

describe('somebody whose scope holds nothing', () => {
  test.each(DIMENSIONS)(
    'by %s: finds no number of it on any page',
    async (dimension) => {
      // There is something to be found.
      for (const field of ['orderNo', 'refundNo', 'person', 'trace', 'complaintNo', 'requestNo', 'policyNo']) {
        expect([field, (shown.get(field)?.size ?? 0) > 0]).toEqual([field, true]);
      }
      await setScope(OUTSIDE[dimension]);
      const by = new Map<string, string>();
      for (const { call, input, choice } of looks) {
        const [role] = rolesOf(call);
        if (!role) continue;
        const here = new Map<string, Set<string>>();
        collect((await answerOf(role, call, input)).result, here);
        for (const [field, values] of here) {
          for (const value of values) {
            if (shown.get(field)?.has(value)) by.set(`${call.name} ${choice}`, `${field} ${value}`);
          }
        }
      }
      await setScope({});
      expect([...by]).toEqual([]);
    },
    120_000,
  );

  test.each(pressed().map(({ call, fields }) => [call.name, call, fields] as const))(
    '%s: not of what lies outside',
    async (_, call, fields) => {
      const input = {
        ...rightInput(call),
        ...MORE[call.name],
        ...Object.assign({}, ...fields.map((field) => realOf(field, call))),
      };
      if (fields.includes('edition')) await beginDrafts();
      const refusals = new Set<string>();
      const passed: unknown[] = [];
      for (const dimension of DIMENSIONS) {
        if (!fields.some((field) => PLACED[field]?.includes(dimension))) continue;
        await setScope(OUTSIDE[dimension]);
        for (const role of rolesOf(call)) {
          const answer = await answerOf(role, call, input);
          if (!isRefused(call, answer)) passed.push([dimension, role, answer.code, answer.message]);
          else if (answer.code !== 400702) refusals.add(told(answer));
        }
      }
      await setScope({});
      expect(passed).toEqual([]);
      if (BARE.includes(call.name)) return;
      // Whoever sees everything gets on: to the thing itself, or to another rule.
      const answers: string[] = [];
      for (const role of rolesOf(call)) answers.push(told(await answerOf(role, call, input)));
      expect({ answers, someGetOn: answers.some((answer) => !refusals.has(answer)) }).toMatchObject({
        someGetOn: true,
      });
    },
  );

  test('sees and decides no request that waits for what lies outside', async () => {
    const waiting = async (): Promise<Map<string, Set<StaffRole>>> => {
      const seen = new Map<string, Set<StaffRole>>();
      for (const role of STAFF_ROLES) {
        const answer = await answerOf(role, consoleCalls.listApprovals, { which: 'waiting' });
        const { approvals = [] } = (answer.result ?? {}) as { approvals?: { approvalNo: string }[] };
        for (const { approvalNo } of approvals) seen.set(approvalNo, (seen.get(approvalNo) ?? new Set()).add(role));
      }
      return seen;
    };
    // What the calls above have asked for, by whoever of the same role may decide it.
    const whole = await waiting();
    const { rows } = await client.query<{ id: number; kind: string }>(
      `select id, kind from staff_approvals where id::text = any ($1) and kind not like 'catalogue%'`,
      [[...whole.keys()]],
    );
    expect([...new Set(rows.map(({ kind }) => kind))].sort()).toEqual(KINDS);
    for (const dimension of DIMENSIONS) {
      await setScope(OUTSIDE[dimension]);
      const seen = await waiting();
      for (const { id, kind } of rows) {
        expect([dimension, kind, seen.get(String(id))]).toEqual([dimension, kind, undefined]);
        for (const role of whole.get(String(id)) ?? []) {
          const input = { ...rightInput(consoleCalls.decideApproval), approvalNo: String(id) };
          const { code } = await answerOf(role, consoleCalls.decideApproval, input);
          expect([dimension, kind, role, code]).toEqual([dimension, kind, role, 400104]);
        }
      }
    }
    await setScope({});
    expect([...(await waiting()).keys()].sort()).toEqual([...whole.keys()].sort());
  });
});
