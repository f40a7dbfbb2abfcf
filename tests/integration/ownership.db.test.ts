import { type AnyCall, calls, type Envelope } from '@huimin/contract';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedOutletStaff } from '../../apps/server/seed/outlet-staff.ts';
import { fieldsOf, RIGHT_VALUES, rightInputOf, type Schema, sendTo } from './call-input.ts';
import { buyWithContract } from './contract-buyer.ts';
import { eventually, keep, loggedIn, openShop, pay, placeOrder, resident, type Shop, type Visitor } from './shop.ts';

/**
 * Whatever names a thing of somebody: every input field of every call that may carry such a name is found here by its
 * own name, filled with a real one of somebody else, and must be answered like one that is nobody's.
 */
const ALL: readonly AnyCall[] = Object.values(calls);
const NAMES_A_THING = /(?:No|Nos|Id|Ids)$|^(?:num|number|ticket|proofToken|recoveryToken|subject)$/;
/** Names of what is everybody's, or of the asker alone by its kind. */
const NOT_OWNED: Readonly<Record<string, string>> = {
  appId: 'the official account',
  productId: 'an edition',
  traceId: 'made by the browser',
  policyHolderPhoneNo: 'never looked at',
  posterId: 'approved for everybody',
  articleId: 'approved for everybody',
};
/** Fields whose real values another test holds to their owner, and where. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  proofToken: 'identity.db.test.ts',
  recoveryToken: 'account.db.test.ts',
  subject: 'identity.db.test.ts',
  ticket: 'policy-search.db.test.ts and bookings.db.test.ts',
  applicationNo: 'purchase-flows.db.test.ts',
  assistanceNo: 'purchase-flows.db.test.ts',
  groupNo: 'groups.db.test.ts',
  personNos: 'groups.db.test.ts',
  draftNo: 'changes.db.test.ts',
  bookingNo: 'bookings.db.test.ts',
  complaintNo: 'complaints.db.test.ts',
  inboxNo: 'text-messages.db.test.ts',
  openId: 'sharing.db.test.ts',
  caseNo: 'claims.db.test.ts',
  queryNo: 'pre-existing.db.test.ts',
  appealNo: 'pre-existing.db.test.ts',
  drugApplicationNo: 'services.db.test.ts',
  serviceBookingNo: 'services.db.test.ts',
};
/** Calls that end before the thing is looked up: what they need first is not there for either number. */
const ENDS_BEFORE: Readonly<Record<string, number>> = {
  // No openId.
  'jsapiPay.orderNo': 400403,
  // The sale's main window is open.
  'applyMidYear.memberId': 300001,
  'applyMidYear.fileIds': 300001,
  // Nobody has shown who they are.
  'queryKeXin.memberId': 400211,
  'queryMiSuan.memberId': 400211,
  'queryHistoryPolicy.memberId': 400211,
  // An edition with one plan.
  'saveUpgrade.policyNos': 400303,
};

const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb00047400ffc0000b080064006401011100ffda0008010100003f0012ffd9',
  'hex',
);

let shop: Shop;
let owner: Visitor;
let stranger: Visitor;
/** A real one of the owner, and one of the same form that nobody has. */
let things: Record<string, { readonly theirs: unknown; readonly absent: unknown }>;
/** What the stranger fills in besides: right, and their own. */
let right: Record<string, unknown>;
/** What must never be in an answer to the stranger. */
let secrets: string[];

const changed = (id: string): string => `${id.slice(0, -1)}${(Number.parseInt(id.at(-1) ?? '', 16) + 1) % 10}`;
const pairOf = (id: string) => ({ theirs: id, absent: changed(id) });
const listOf = (id: string) => ({ theirs: [id], absent: [changed(id)] });

beforeAll(async () => {
  shop = await openShop();
  const [server] = shop.servers;
  if (server) await seedOutletStaff(server.deps);
  const bought = await buyWithContract(shop, [resident(61), resident(62)]);
  owner = bought.visitor;
  const { orderNo } = bought;
  const detail = await eventually(
    () => owner.value('queryOrderDetail', { orderNo }),
    ({ people: insured }) => insured.every(({ policyNo }) => policyNo !== null),
  );
  const policyNo = detail.people[1]?.policyNo ?? '';
  const { change } = await owner.value('prepareChange', {
    ...{ orderNo, clientKey: 'owner-change-0001', reason: 'typing-error' },
    newValues: { address: '苏州市姑苏区观前街 9 号' },
  });
  const content = JPEG.toString('base64');
  const file = await owner.value('uploadFile', {
    ...{ clientKey: 'owner-upload-0001', use: 'change', fileName: '证件.jpg', content },
  });
  const mail = await owner.value('sendPaperMail', {
    ...{ orderNo, policyNo, paper: 'policy', address: 'owner@example.cn', clientKey: 'owner-mail-000001' },
  });
  const { contracts } = await owner.value('queryWithholdings', {});
  const family = await owner.value('queryFamily', {});
  const memberId = family[1]?.memberId ?? '';
  const { subject } = await owner.value('prepareIdentityCheck', { purpose: 'change-phone' });
  const check = await owner.value('startWbFaceCheck', { subject, consentVersion: 1 });
  const sessions = await owner.value('listSessions', {});
  things = {
    orderNo: pairOf(orderNo),
    policyNo: pairOf(policyNo),
    policyNos: listOf(policyNo),
    num: pairOf(policyNo),
    number: pairOf(orderNo),
    memberId: pairOf(memberId),
    policyholderMemberId: pairOf(family[0]?.memberId ?? ''),
    insuredMemberIds: listOf(memberId),
    changeNo: pairOf(change.changeNo),
    fileId: pairOf(file.fileId),
    fileIds: listOf(file.fileId),
    mailNo: pairOf(mail.mailNo),
    contractNo: pairOf(contracts[0]?.contractNo ?? ''),
    checkId: pairOf(check.checkId),
    sessionId: pairOf(sessions.sessions[0]?.sessionId ?? ''),
  };
  secrets = [orderNo, policyNo, change.changeNo, file.fileId, mail.mailNo, resident(61).name, resident(62).name];
  expect(JSON.stringify(things)).not.toMatch(/:(""|\[""\])/);

  stranger = await loggedIn(shop, people.stranger);
  const own = await placeOrder(stranger, [people.stranger]);
  await pay(stranger, own.orderNo, shop.sandbox);
  await eventually(
    () => stranger.value('queryOrderDetail', { orderNo: own.orderNo }),
    ({ people: insured }) => insured.every(({ policyNo: issued }) => issued !== null),
  );
  const kept = await keep(stranger, resident(63), '02');
  right = {
    ...RIGHT_VALUES,
    orderNo: own.orderNo,
    memberId: kept,
    policyholderMemberId: own.memberIds[0],
    insuredMemberIds: [kept],
    appId: shop.sandbox.keys.medicalAccount.appId,
    state: `${shop.origin}/#/index`,
    url: `${shop.origin}/`,
  };
});
afterAll(() => shop?.close());

const owned = ALL.flatMap((call) =>
  Object.keys(fieldsOf(call))
    .filter((field) => NAMES_A_THING.test(field) && !(field in NOT_OWNED) && !(field in ELSEWHERE))
    .map((field) => [call.name, field, call] as const),
);

describe('a thing of somebody else', () => {
  test('is known by every name that a call takes', () => {
    expect(owned.filter(([, field]) => !(field in things)).map(([call, field]) => `${call}.${field}`)).toEqual([]);
    expect(owned.length).toBeGreaterThan(50);
  });

  test.each(owned)('%s answers %s of somebody else like one that is not there', async (_name, field, call) => {
    const ask = async (value: unknown) => {
      const variants = call.name === 'updateMember' ? [{ remove: true }, { details: right }] : [{}];
      const answers: object[] = [];
      for (const variant of variants) {
        const input = { ...rightInputOf(call, right), ...variant, [field]: value };
        const response = await sendTo(stranger, call, input);
        const text = await response.text();
        for (const secret of secrets) expect(text, `${call.name} told ${secret}`).not.toContain(secret);
        const { subMessage: _request, ...rest } = JSON.parse(text) as Envelope;
        answers.push(rest);
      }
      return answers;
    };
    const theirs = await ask(things[field]?.theirs);
    expect(theirs).toEqual(await ask(things[field]?.absent));
    const [first] = theirs as { code: number }[];
    // A search among one's own finds nothing, a recording never looks; everything else is not found.
    if (first?.code !== 200000) expect(first?.code).toBe(ENDS_BEFORE[`${call.name}.${field}`] ?? 400104);
    else
      expect([
        'queryOrders',
        'queryOrdersV2',
        'selectListPaid',
        'endSessions',
        'queryWithholdings',
        'collect',
      ]).toContain(call.name);
  });

  test('is not in any list of one’s own', async () => {
    const lists = ALL.filter(
      (call) =>
        call.login === 'required' && call.method === 'GET' && ((call.input as Schema).required ?? []).length === 0,
    );
    expect(lists.length).toBeGreaterThan(5);
    for (const call of lists) {
      const text = await (await sendTo(stranger, call, {})).text();
      for (const secret of secrets) expect(text, `${call.name} told ${secret}`).not.toContain(secret);
    }
  });

  test('is as it was after all that', async () => {
    const orderNo = things.orderNo?.theirs as string;
    const detail = await owner.value('queryOrderDetail', { orderNo });
    expect(detail.order.status).toBe(50);
    expect(detail.people.map(({ name }) => name).sort()).toEqual([resident(61).name, resident(62).name].sort());
    const { changes } = await owner.value('queryChanges', { orderNo });
    expect(changes.filter(({ changeNo }) => changeNo !== things.changeNo?.theirs)).toEqual([]);
    expect((await owner.value('queryFamily', {})).length).toBe(2);
    expect((await owner.value('listSessions', {})).sessions.length).toBe(1);
    expect((await owner.value('queryWithholdings', {})).contracts).toMatchObject([{ standing: true }]);
  });
});

test('every field left out here is one that some call has', () => {
  const fields = new Set(ALL.flatMap((call) => Object.keys(fieldsOf(call))));
  expect([...Object.keys(NOT_OWNED), ...Object.keys(ELSEWHERE)].filter((field) => !fields.has(field))).toEqual([]);
});
