import { filledInbox, inboxPlace, inboxText } from '@huimin/domain/text-message';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SmsMessage } from '../../ports/sms-gateway.ts';
import { accountByPhone } from '../account/index.ts';
import { putInInbox } from '../inbox/index.ts';
import type { NewMessage } from './message-store.ts';
import { newestBody } from './template-store.ts';

/** Among the templates of gateways: what a kind says in the inbox. */
export const INBOX = 'inbox';

/** Writes what a text message tells into the account's inbox, in its own words; where nobody has the phone, nowhere. */
export async function tellInbox(
  deps: Pick<Core, 'orderIds' | 'vault'>,
  query: Query,
  { kind, about, outId, phoneIndex, nowMs }: NewMessage,
  { account: given, heading, screen, parameters }: SmsMessage,
): Promise<void> {
  const first = inboxText(kind);
  if (first === null || given === null) return;
  const account = given ?? (await accountByPhone(query, phoneIndex));
  if (account === null) return;
  const place = inboxPlace(kind, about);
  const text = filledInbox((await newestBody(query, kind, INBOX)) ?? first, parameters);
  const content = { title: heading ?? place.title, text, screen: screen ?? place.screen };
  await putInInbox(deps, query, { account, kind, about, outId, content, nowMs });
}
