import type { Query } from '../../../db/database.ts';
import type { SessionUser } from '../../../http/handler.ts';
import type { AccountDeps } from '../account-deps.ts';
import { type Origin, recordEvent } from '../account-events-store.ts';
import { noteNotice } from '../account-notices.ts';
import { dropFormerPhones } from '../former-phones.ts';
import { marketingOffAt, switchMarketingOff } from '../marketing.ts';
import { deleteSessionsOf } from '../session-store.ts';
import { holdPhones, moveUser, removeUser } from '../user-store.ts';
import { endOpenRequests } from './phone-request-store.ts';

export interface PhoneMove {
  readonly user: Pick<SessionUser, 'id' | 'shard'>;
  readonly newPhone: string;
  /** Null where the caller writes its own line into the account's history. */
  readonly origin: Origin | null;
  /** The session that asks; the caller puts a new one in its place. */
  readonly keepSession: Buffer | null;
}

export interface Moved {
  readonly user: SessionUser;
  /** Sessions that ended; to be forgotten after the transaction. */
  readonly ended: readonly Buffer[];
}

/** Thrown inside the transaction, so that nothing of the move stays. */
export class PhoneTaken extends Error {}

/**
 * Puts the account under another phone, within the caller's transaction: orders, people and papers hang on shard and id
 * and stay where they are; what hangs on the phone itself follows. Every session ends, the old phone is told, an open request is over. An account that the new
 * phone has by chance, without orders and people, makes room; any other one keeps its phone.
 */
export async function movePhone(deps: AccountDeps, query: Query, move: PhoneMove): Promise<Moved> {
  const { core } = deps;
  const { user, newPhone } = move;
  const phoneIndex = core.index.phone(newPhone);
  const oldPhone = await phoneOf(deps, query, user.id);
  const held = await holdPhones(query, [core.index.phone(oldPhone), phoneIndex]);
  const own = held.find((row) => row.id === user.id);
  const other = held.find((row) => row.phoneIndex.equals(phoneIndex));
  if (!own || other?.id === user.id) throw new PhoneTaken();
  const ended: Buffer[] = [];
  if (other) {
    const inUse = (await deps.orders.has(query, other)) || (await deps.self.keepsPeople(query, other));
    if (inUse) throw new PhoneTaken();
    ended.push(...(await deleteSessionsOf(query, other.id, { keep: move.keepSession })));
    await query('delete from open_id_bindings where user_id = $1', [other.id]);
    await query('delete from alipay_bindings where user_id = $1', [other.id]);
    await dropFormerPhones(query, other);
    await removeUser(query, phoneIndex);
  }
  const to = { phoneIndex, phoneSealed: core.vault.seal('phone', newPhone), nowMs: core.clock.now() };
  const moved = await moveUser(query, own.phoneIndex, to);
  if (!moved) throw new PhoneTaken();
  ended.push(...(await deleteSessionsOf(query, user.id, { keep: move.keepSession })));
  await deps.self.movePhone(query, user, oldPhone, newPhone);
  await deps.companies.movePhone(query, oldPhone, newPhone);
  await deps.bookings.movePhone(query, oldPhone, newPhone);
  // Who wants no marketing wants none on the new phone either.
  const unwantedSince = await marketingOffAt(query, own.phoneIndex);
  if (unwantedSince !== null) await switchMarketingOff(query, phoneIndex, unwantedSince);
  await endOpenRequests(query, user, core.clock.now());
  if (move.origin) await recordEvent(core, query, user, 'phone-changed', move.origin);
  await noteNotice(core, query, user.shard, oldPhone, `手机号已更换为尾号${newPhone.slice(-4)}`, {
    accountId: user.id,
  });
  return { user: { id: user.id, shard: user.shard, phoneIndex }, ended };
}

async function phoneOf(deps: AccountDeps, query: Query, userId: bigint): Promise<string> {
  const [row] = await query<{ sealed: Buffer }>('select phone_sealed as sealed from users where id = $1', [userId]);
  if (!row) throw new PhoneTaken();
  return deps.core.vault.open('phone', row.sealed);
}
