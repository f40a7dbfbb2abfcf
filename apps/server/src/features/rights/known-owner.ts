import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { holderOf } from '../account/index.ts';

/**
 * Of whom the account may be told what is held by person and not by account: who paid by it. Whom somebody has put down as
 * himself can be anybody whose name and number he knows, and is not told of.
 */
export function knownOwner(query: Query, user: Pick<SessionUser, 'id'>): Promise<Buffer | null> {
  return holderOf(query, user.id);
}
