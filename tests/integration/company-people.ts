import { creditCodeCheckCharacter } from '@huimin/domain/person';
import type { Person } from '@huimin/testing';
import { type Desk, signedIn } from './desk.ts';
import { agreements, REQUIRED, type Shop } from './shop.ts';

/** What a company and its people do: a list, and their answers; and what the desk puts down of its money. */

/** Two people who may enter and confirm a company's transfers. Whoever calls has put the demonstration's staff there. */
export async function moneyDesks(shop: Shop): Promise<{ readonly first: Desk; readonly second: Desk }> {
  return { first: await signedIn(shop, 'caiwu01'), second: await signedIn(shop, 'yunying01') };
}

/** A transfer as one enters it from the bank's statement; answers its number. */
export async function enterTransfer(
  desk: Desk,
  transfer: {
    readonly groupNo: string;
    readonly bankReference: string;
    readonly amountFen: number;
    readonly receivedOn: string;
  },
): Promise<string> {
  const payer = { payerName: '示例科技（苏州）有限公司', payerAccount: '6222000000000001' };
  await desk.value('enterGroupReceipt', { ...transfer, ...payer });
  const { receipts } = await desk.value('showCompanyGroup', { groupNo: transfer.groupNo });
  return receipts.find((one) => one.bankReference === transfer.bankReference)?.receiptNo ?? '';
}

export function creditCodeOf(first: string): string {
  return `${first}${creditCodeCheckCharacter(first)}`;
}

export const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from([['姓名', '身份证号', '手机号', '医保所在地'], ...rows].map((cells) => cells.join(',')).join('\r\n'));
export const rowOf = (person: Person): string[] => [person.name, person.idNumber, person.phone, '苏州工业园区'];

/** The newest link a phone got. */
export function linkOf(shop: Shop, phone: string): string {
  const link = shop.sandbox.control.sms(phone).find(({ params }) => 'link' in params)?.params.link;
  if (!link) throw new Error(`no link was sent to ${phone}`);
  return link;
}

export async function answerInvitationAs(shop: Shop, person: Person, join = true) {
  const visitor = shop.visitor();
  return visitor.call('answerInvitation', {
    link: linkOf(shop, person.phone),
    idTail: person.idNumber.slice(-6),
    join,
    regionCode: '320540',
    agreedDocuments: join ? await agreements(visitor.value, REQUIRED) : [],
    ...(join ? { consent: true as const } : {}),
  });
}
