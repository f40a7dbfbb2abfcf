import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { Session, SessionUser } from '../../http/handler.ts';
import { sessionTokenHash } from '../../security/session-token.ts';
import * as store from './session-store.ts';

const DAY_MS = 86_400_000;
/** A session ends 30 days after it was last used. */
export const SESSION_LIFE_MS = 30 * DAY_MS;
/** A visitor's, until it carries an openId: anybody can start one, so it is not kept for a month. */
const VISITOR_LIFE_MS = 3_600_000;
/** One for claims and settlements. */
const SETTLEMENT_LIFE_MS = 2 * 3_600_000;
/** Use within the same day does not write. */
const TOUCH_AFTER_MS = DAY_MS;
/**
 * How long this process believes what it read. A logout here takes effect at once, a logout at another replica takes
 * effect here within this time.
 */
export const SESSION_CACHE_MS = 5_000;
const CACHE_ENTRIES = 20_000;

export interface Sessions {
  /** The session behind a token's hash, at most 5 s old. */
  find(tokenHash: Buffer): Promise<Session | null>;
  /** The same, read now: for what another replica may have changed a moment ago (the openId). */
  findFresh(tokenHash: Buffer): Promise<Session | null>;
  /** A session without user; answers its token. */
  startVisitor(): Promise<string>;
  /**
   * A session of `user` with a new token in place of `previous`, whose openId it inherits. Inside the caller's
   * transaction; call `forget(previous)` after it.
   */
  startForUser(
    query: Query,
    user: SessionUser,
    previous: Buffer | null,
    begun: store.SessionBeginning,
  ): Promise<{ readonly token: string; readonly openId: string | null; readonly alipayUser: string | null }>;
  end(tokenHash: Buffer): Promise<void>;
  /** False when the session has ended meanwhile. */
  bindOpenId(tokenHash: Buffer, openId: string): Promise<boolean>;
  forget(tokenHash: Buffer): void;
}

type SessionDeps = Pick<Core, 'database' | 'vault' | 'clock' | 'random'>;

/** The sessions of all replicas, in one table, with a short memory in front of it. */
export function createSessions(deps: SessionDeps): Sessions {
  const { database, vault, clock, random } = deps;
  const cache = new Map<string, { session: Session; readAtMs: number }>();
  // Reads under way: what one of them finds is not kept when the session was changed here meanwhile.
  const reads = new Map<string, { readers: number; overtaken: boolean }>();

  function forget(tokenHash: Buffer): void {
    const key = tokenHash.toString('base64');
    cache.delete(key);
    const mark = reads.get(key);
    if (mark) mark.overtaken = true;
    reads.delete(key);
  }

  async function findFresh(tokenHash: Buffer): Promise<Session | null> {
    const key = tokenHash.toString('base64');
    const mark = reads.get(key) ?? { readers: 0, overtaken: false };
    mark.readers += 1;
    reads.set(key, mark);
    try {
      const nowMs = clock.now();
      const session = await readAndTouch(tokenHash, nowMs);
      cache.delete(key);
      if (session && !mark.overtaken) cache.set(key, { session, readAtMs: nowMs });
      dropOld(nowMs);
      return session;
    } finally {
      mark.readers -= 1;
      if (mark.readers === 0 && reads.get(key) === mark) reads.delete(key);
    }
  }

  /** In the order in which they were read: what is not believed any more goes, and does not wait for others to displace it. */
  function dropOld(nowMs: number): void {
    for (const [key, { readAtMs }] of cache) {
      if (Math.abs(nowMs - readAtMs) < SESSION_CACHE_MS && cache.size <= CACHE_ENTRIES) return;
      cache.delete(key);
    }
  }

  async function readAndTouch(tokenHash: Buffer, nowMs: number): Promise<Session | null> {
    const row = await store.findSession(database.query, tokenHash, nowMs);
    if (!row) return null;
    // One for claims ends when it ends, however much it is used.
    if (row.scope === 'full' && nowMs - row.seenAtMs > TOUCH_AFTER_MS) {
      await store.touchSession(database.query, tokenHash, nowMs, nowMs + SESSION_LIFE_MS);
    }
    return sessionOf(tokenHash, row);
  }

  function sessionOf(tokenHash: Buffer, row: store.SessionRow): Session {
    const user =
      row.userId === null
        ? null
        : { id: row.userId, shard: row.userShard as number, phoneIndex: row.phoneIndex as Buffer };
    return {
      tokenHash,
      user,
      openId: row.openIdSealed ? vault.open('open-id', row.openIdSealed) : null,
      ...(row.scope === 'settle' ? { settlementOnly: true } : {}),
    };
  }

  async function start(
    query: Query,
    user: SessionUser | null,
    openIdSealed: Buffer | null,
    begun: store.SessionBeginning | null,
  ): Promise<string> {
    const token = random.bytes(32).toString('base64url');
    const nowMs = clock.now();
    const tokenHash = sessionTokenHash(token);
    const expiresAtMs = nowMs + lifeOf(user !== null, begun?.scope ?? 'full');
    await store.insertSession(query, { tokenHash, user, openIdSealed, begun, nowMs, expiresAtMs });
    return token;
  }

  return {
    forget,
    findFresh,
    async find(tokenHash) {
      const known = cache.get(tokenHash.toString('base64'));
      if (known && Math.abs(clock.now() - known.readAtMs) < SESSION_CACHE_MS) return known.session;
      return findFresh(tokenHash);
    },
    startVisitor: () => start(database.query, null, null, null),
    async startForUser(query, user, previous, begun) {
      const brought = previous && (await store.deleteSession(query, previous));
      return {
        token: await start(query, user, brought?.openIdSealed ?? null, begun),
        openId: brought?.openIdSealed ? vault.open('open-id', brought.openIdSealed) : null,
        alipayUser: brought?.alipaySealed ? vault.open('alipay-user', brought.alipaySealed) : null,
      };
    },
    async end(tokenHash) {
      await store.deleteSession(database.query, tokenHash);
      forget(tokenHash);
    },
    async bindOpenId(tokenHash, openId) {
      const sealed = vault.seal('open-id', openId);
      const nowMs = clock.now();
      const stored = await store.storeOpenId(database.query, tokenHash, sealed, nowMs, nowMs + SESSION_LIFE_MS);
      forget(tokenHash);
      return stored;
    },
  };
}

function lifeOf(loggedIn: boolean, scope: store.SessionScope): number {
  if (!loggedIn) return VISITOR_LIFE_MS;
  return scope === 'full' ? SESSION_LIFE_MS : SETTLEMENT_LIFE_MS;
}
