import type { Calls, ChangePlanValue, ChangeValue, InputOf } from '@huimin/contract';
import { syntheticIdNumber } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import {
  agreements,
  eventually,
  loggedIn,
  newestCode,
  openShop,
  pay,
  placeOrder,
  REQUIRED,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

/** The smallest picture that is one: 100 by 100, a table, a scan. */
export const PHOTO = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb00047400ffc0000b080064006401011100ffda0008010100003f0012ffd9',
  'hex',
);

let opened: Shop | undefined;
let next = 3000;
let clientKeys = 0;

/** A shop for the tests of a file; a while passes before each, so that limits of the hour begin anew. */
export function useChangeShop(): void {
  beforeAll(async () => {
    opened = await openShop();
    await seedStaffOfDemonstration(serverDeps());
  });
  afterAll(() => opened?.close());
  beforeEach(() => theShop().clock.advance(20 * 60_000));
}

export function theShop(): Shop {
  if (!opened) throw new Error('the shop opens before the tests');
  return opened;
}

export const serverDeps = () => (theShop().servers[0] as Shop['servers'][number]).deps;
export const newKey = () => `change-key-${String(++clientKeys).padStart(8, '0')}`;
/** Somebody who is in none of the pairs so far: another for each `kind`. */
export const other = (kind: number) => resident(next + kind);

/** Somebody of the demonstration's staff, signed in. */
export const desk = (account: string): Promise<Desk> => signedIn(theShop(), account);

/** Two people of the desk say yes; the code of the last answer. */
export async function agreedTo(requestNo: string): Promise<number | string> {
  const [operations, compliance] = [await desk('yunying01'), await desk('hegui01')];
  const asked = await operations.call('decideDeskRequest', { requestNo, deskVerdict: 'approve' });
  const approvalNo = asked.result?.approvalNo;
  return approvalNo ? (await compliance.call('decideApproval', { approvalNo, agree: true })).code : asked.code;
}

export interface Insured {
  readonly visitor: Visitor;
  readonly self: ReturnType<typeof resident>;
  readonly mother: ReturnType<typeof resident>;
  readonly orderNo: string;
  readonly policyNos: readonly string[];
}

/** Somebody and their mother, paid and issued. */
export async function insuredPair(): Promise<Insured> {
  next += 2;
  const [self, mother] = [resident(next), resident(next + 1000)];
  const visitor = await loggedIn(theShop(), self);
  const { orderNo } = await placeOrder(visitor, [self, mother]);
  await pay(visitor, orderNo, theShop().sandbox);
  const detail = await eventually(
    () => visitor.value('queryOrderDetail', { orderNo }),
    ({ people: all }) => all.every(({ policyNo }) => policyNo !== null),
  );
  return { visitor, self, mother, orderNo, policyNos: detail.people.map(({ policyNo }) => policyNo ?? '') };
}

/** What an order for one of the kept people is saved with; the first of them pays. */
export async function orderFor(visitor: Visitor, memberId: string): Promise<InputOf<Calls['saveOrder']>> {
  return {
    clientKey: newKey(),
    policyholderMemberId: (await visitor.value('queryFamily', {}))[0]?.memberId ?? '',
    insuredMemberIds: [memberId],
    agreedDocuments: await agreements(visitor.value, REQUIRED),
  };
}

type NewValues = InputOf<Calls['prepareChange']>['newValues'];

export const prepare = (
  who: Insured,
  newValues: NewValues,
  policyNo?: string,
  clientKey = newKey(),
): Promise<ChangePlanValue> =>
  who.visitor.value('prepareChange', {
    ...{ orderNo: who.orderNo, clientKey, reason: 'typing-error', newValues },
    ...(policyNo ? { policyNo } : {}),
  });

export async function refusal(who: Insured, newValues: NewValues, policyNo?: string) {
  const { envelope } = await who.visitor.call('prepareChange', {
    ...{ orderNo: who.orderNo, clientKey: newKey(), reason: 'typing-error', newValues },
    ...(policyNo ? { policyNo } : {}),
  });
  return [envelope.code, envelope.message];
}

export async function code(who: Insured, changeNo: string): Promise<string> {
  // One message a minute.
  theShop().clock.advance(61_000);
  await who.visitor.value('sendChangeCode', { changeNo, to: 'login-phone' });
  return newestCode(theShop().sandbox, who.self.phone);
}

export async function upload(visitor: Visitor, content = PHOTO, fileName = '证件.jpg'): Promise<string> {
  const clientKey = newKey();
  const file = await visitor.value('uploadFile', {
    clientKey,
    use: 'change',
    fileName,
    content: content.toString('base64'),
  });
  return file.fileId;
}

/** Prepared, papers given, handed in: waits for a person. */
export async function inReview(who: Insured, newValues: NewValues, policyNo?: string): Promise<ChangeValue> {
  const { change } = await prepare(who, newValues, policyNo);
  const confirmation = {
    changeNo: change.changeNo,
    code: await code(who, change.changeNo),
    fileIds: [await upload(who.visitor)],
  };
  return who.visitor.value(policyNo ? 'updateInsurant' : 'updatePolicyholder', confirmation);
}

export const overview = (who: Insured) => who.visitor.value('queryChanges', { orderNo: who.orderNo });
export const claimsOf = async (idNumber: string): Promise<number> => {
  const deps = serverDeps();
  const rows = await deps.database.query('select 1 from person_claims where person_index = $1 and expires_at > $2', [
    deps.index.person('01', idNumber),
    new Date(deps.clock.now()),
  ]);
  return rows.length;
};
/** The same person's number with one figure of its sequence another. */
export const slipOf = (idNumber: string, sequence: number) =>
  syntheticIdNumber({
    district: idNumber.slice(0, 6),
    birthDate: `${idNumber.slice(6, 10)}-${idNumber.slice(10, 12)}-${idNumber.slice(12, 14)}`,
    sequence,
  });
