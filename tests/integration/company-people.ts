import { creditCodeCheckCharacter } from '@huimin/domain/person';
import type { Person } from '@huimin/testing';
import { agreements, REQUIRED, type Shop } from './shop.ts';

/** What a company and its people do: a list, and their answers. */

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
