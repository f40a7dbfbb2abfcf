import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { eraseContact, switchMarketingOff } from '../account/index.ts';
import { callOffBookings, eraseBookings } from '../booking/index.ts';
import { eraseInbox, restrictInbox } from '../inbox/index.ts';
import { eraseUninsuredMembers } from '../insured/index.ts';

/**
 * What is held of somebody beside the contract: no law has it kept. Orders, policies, complaints, consents and the account's
 * history have their time, and stay until then. Both answer what was done, for the resident; both may be repeated.
 */

export async function eraseBeyondContract(
  { clock }: Pick<Core, 'clock'>,
  query: Query,
  user: SessionUser,
): Promise<string> {
  const nowMs = clock.now();
  const messages = await eraseInbox(query, user);
  const bookings = await eraseBookings(query, user.phoneIndex);
  const people = await eraseUninsuredMembers(query, user, nowMs);
  const contact = await eraseContact(query, user);
  await switchMarketingOff(query, user.phoneIndex, nowMs);
  return `已删除：消息 ${messages} 条，开售预约 ${bookings} 个，没有参保过的家人 ${people} 位${contact ? '，称呼、邮箱和地址' : ''}；不再发营销短信。`;
}

export async function restrictBeyondContract(
  { clock }: Pick<Core, 'clock'>,
  query: Query,
  user: SessionUser,
): Promise<string> {
  const nowMs = clock.now();
  const messages = await restrictInbox(query, user, nowMs);
  const bookings = await callOffBookings(query, user.phoneIndex, nowMs);
  await switchMarketingOff(query, user.phoneIndex, nowMs);
  return `只存不用：消息 ${messages} 条，工作人员不再能看；取消开售预约 ${bookings} 个；不再发营销短信。`;
}
