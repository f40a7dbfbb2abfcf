import type { Session } from '../../http/handler.ts';
import type { Sessions } from './sessions.ts';

/**
 * The openId of a browser. Read now where the session at hand has none: the return from the authorisation page may have
 * been served by another replica a moment ago.
 */
export async function knownOpenId(
  sessions: Pick<Sessions, 'findFresh'>,
  session: Session | null,
): Promise<string | null> {
  if (!session) return null;
  return session.openId ?? (await sessions.findFresh(session.tokenHash))?.openId ?? null;
}
