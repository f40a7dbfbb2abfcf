import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { eraseContact, switchMarketingOff } from '../account/index.ts';
import { callOffBookings, eraseBookings } from '../booking/index.ts';
import { eraseInbox, restrictInbox } from '../inbox/index.ts';
import { eraseUninsuredMembers } from '../insured/index.ts';
import { type ClaimsCore, openClaims } from './open-claims.ts';
import { openMoney } from './open-money.ts';

/**
 * What is held of somebody beside the contract: no law has it kept. Orders, policies, complaints, consents and the account's
 * history have their time, and stay until then. Both answer what was done, for the resident; both may be repeated.
 */

export async function eraseBeyondContract(
  core: ClaimsCore,
  query: Query,
  user: SessionUser,
): Promise<{ readonly words: string; readonly goesOn: boolean }> {
  const nowMs = core.clock.now();
  const messages = await eraseInbox(query, user);
  const bookings = await eraseBookings(query, user.phoneIndex);
  const people = await erasePeople(core, query, user);
  const contact = await eraseContact(query, user);
  await switchMarketingOff(query, user.phoneIndex, nowMs);
  const others = contact ? '，称呼、邮箱和地址' : '';
  const done = `已删除：消息 ${messages} 条，开售预约 ${bookings} 个，没有参保过的人 ${people.gone} 位${others}；不再发营销短信。`;
  const left = people.left === 0 ? '' : `${people.left} 人的理赔还没有办完，先留着，办完自动删除。`;
  return { words: `${done}${left}${await stillOpen(core, query, user)}`, goesOn: people.left > 0 };
}

/** Whoever's claim is open is found through the account that keeps them, and stays until it is over. */
export async function erasePeople(core: ClaimsCore, query: Query, user: SessionUser) {
  const needed = await openClaims(core, query, user);
  return eraseUninsuredMembers(query, user, needed, core.clock.now());
}

/** What is under way goes on: the resident is told, so that nobody fears for it. */
async function stillOpen(core: ClaimsCore, query: Query, user: SessionUser): Promise<string> {
  const open = await openMoney(core, query, user);
  return open.length === 0 ? '' : `还在办的款照常办：${open.join('、')}；办这些款要用的手机号、订单和收付款信息留着。`;
}

export async function restrictBeyondContract(core: ClaimsCore, query: Query, user: SessionUser): Promise<string> {
  const nowMs = core.clock.now();
  const messages = await restrictInbox(query, user, nowMs);
  const bookings = await callOffBookings(query, user.phoneIndex, nowMs);
  await switchMarketingOff(query, user.phoneIndex, nowMs);
  return `只存不用：消息 ${messages} 条，工作人员不再能看；取消开售预约 ${bookings} 个；不再发营销短信。${await stillOpen(core, query, user)}`;
}
