import type { Query } from '../db/database.ts';
import type { Clock } from '../ports/outside.ts';
import type { FetchedToken, ProviderTokens } from '../ports/provider-tokens.ts';
import type { Vault } from '../security/vault.ts';

export interface ProviderTokenDeps {
  readonly query: Query;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Longer than a fetch with its repetitions takes, so that two replicas do not fetch side by side. */
const LEASE_MS = 45_000;
/** Whoever needs the very first token while another replica fetches it waits up to 12 s. */
const WAIT_STEP_MS = 200;
const WAIT_STEPS = 60;
/** What could not be had the last time is not waited for that long again. */
const SHORT_WAIT_MS = 1_000;
/** Refreshed at 90 % of its life. */
const REFRESH_SHARE = 0.9;
/** After a fetch that brought none nobody tries again for so long: every visitor would, and wait for it. */
const HOLD_MS = 10_000;

interface Row {
  readonly valueSealed: Buffer;
  readonly refreshAfterMs: number;
  readonly expiresAtMs: number;
  readonly heldUntilMs: number | null;
}

/** `isSettled`: nothing is fetched now, whether there is a usable one or not. */
interface Standing {
  readonly usable: string | null;
  readonly isSettled: boolean;
}

/**
 * Tokens sealed in one table: whoever holds the lease fetches, the others wait or use the old one while it lives. Within this
 * server all who ask at once share one answer, so that a provider that is away costs no more the more people come.
 */
export function createProviderTokens({ query, vault, clock, sleep }: ProviderTokenDeps): ProviderTokens {
  async function look(name: string, rejected: string | undefined): Promise<Standing> {
    const [row] = await query<Row>(
      `select value_sealed as "valueSealed", refresh_after as "refreshAfterMs", expires_at as "expiresAtMs",
         held_until as "heldUntilMs"
       from provider_tokens where name = $1`,
      [name],
    );
    const nowMs = clock.now();
    const isHeld = nowMs < (row?.heldUntilMs ?? 0);
    // An empty value is a lease taken before the first token came.
    if (!row || row.valueSealed.length === 0 || nowMs >= row.expiresAtMs) return { usable: null, isSettled: isHeld };
    const value = vault.open('provider-token', row.valueSealed);
    if (value === rejected) return { usable: null, isSettled: isHeld };
    return { usable: value, isSettled: isHeld || nowMs < row.refreshAfterMs };
  }

  async function takeLease(name: string): Promise<boolean> {
    const nowMs = clock.now();
    const rows = await query(
      `insert into provider_tokens as held (name, value_sealed, refresh_after, expires_at, lease_until)
       values ($1, '', $2, $2, $3)
       on conflict (name) do update set lease_until = excluded.lease_until
       where held.lease_until is null or held.lease_until < $2
       returning 1 as taken`,
      [name, new Date(nowMs), new Date(nowMs + LEASE_MS)],
    );
    return rows.length === 1;
  }

  async function store(name: string, token: FetchedToken): Promise<void> {
    const nowMs = clock.now();
    await query(
      `update provider_tokens set value_sealed = $2, refresh_after = $3, expires_at = $4, lease_until = null, held_until = null
       where name = $1`,
      [
        name,
        vault.seal('provider-token', token.value),
        new Date(nowMs + token.lifeMs * REFRESH_SHARE),
        new Date(nowMs + token.lifeMs),
      ],
    );
  }

  const giveBack = (name: string) => query('update provider_tokens set lease_until = null where name = $1', [name]);

  const hold = (name: string, holdMs: number) =>
    query('update provider_tokens set lease_until = null, held_until = $2 where name = $1', [
      name,
      new Date(clock.now() + holdMs),
    ]);

  type FetchNew = Parameters<ProviderTokens['get']>[1];

  /** With the lease in hand. */
  async function fetchAndStore(name: string, fetchNew: FetchNew, rejected: string | undefined): Promise<string | null> {
    let holdMs: number | null = HOLD_MS;
    try {
      const answer = await fetchNew(rejected ?? null);
      if (answer === null) return null;
      holdMs = 'holdMs' in answer ? answer.holdMs : null;
      if ('holdMs' in answer) return null;
      await store(name, answer);
      return answer.value;
    } finally {
      if (holdMs !== null) await hold(name, holdMs);
    }
  }

  /** Takes the turn of fetching; undefined where it is another replica's. */
  async function fetchInTurn(name: string, fetchNew: FetchNew, rejected: string | undefined) {
    if (!(await takeLease(name))) return undefined;
    // Between the look and the lease another replica may have finished.
    const held = await look(name, rejected);
    if (!held.isSettled) return (await fetchAndStore(name, fetchNew, rejected)) ?? held.usable;
    await giveBack(name);
    return held.usable;
  }

  /** For whoever has none meanwhile. */
  async function wait(name: string, fetchNew: FetchNew, rejected: string | undefined): Promise<string | null> {
    for (let step = 0; step < WAIT_STEPS; step += 1) {
      const fetched = await fetchInTurn(name, fetchNew, rejected);
      if (fetched !== undefined) return fetched;
      await sleep(WAIT_STEP_MS);
      const held = await look(name, rejected);
      if (held.isSettled || held.usable !== null) return held.usable;
    }
    return null;
  }

  const waiting = new Map<string, Promise<string | null>>();
  /** Names of which there was none the last time. */
  const failing = new Set<string>();

  /** All who come meanwhile wait for the same answer. */
  function waitTogether(name: string, fetchNew: FetchNew, rejected: string | undefined): Promise<string | null> {
    const key = JSON.stringify([name, rejected]);
    const running = waiting.get(key) ?? wait(name, fetchNew, rejected).finally(() => waiting.delete(key));
    waiting.set(key, running);
    return running;
  }

  return {
    async get(name, fetchNew, rejected) {
      const held = await look(name, rejected);
      if (held.isSettled) return held.usable;
      // While the old one lives, only whoever fetches the new one waits for it.
      if (held.usable !== null) return (await fetchInTurn(name, fetchNew, rejected)) ?? held.usable;
      const answer = waitTogether(name, fetchNew, rejected).then((token) => {
        if (token === null) failing.add(name);
        else failing.delete(name);
        return token;
      });
      return failing.has(name) ? Promise.race([answer, sleep(SHORT_WAIT_MS).then(() => null)]) : answer;
    },
  };
}
