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
/** Refreshed at 90 % of its life. */
const REFRESH_SHARE = 0.9;

interface Row {
  readonly valueSealed: Buffer;
  readonly refreshAfterMs: number;
  readonly expiresAtMs: number;
}

/** Tokens sealed in one table: whoever holds the lease fetches, the others wait or use the old one while it lives. */
export function createProviderTokens({ query, vault, clock, sleep }: ProviderTokenDeps): ProviderTokens {
  async function read(name: string): Promise<{ value: string; refreshAfterMs: number; expiresAtMs: number } | null> {
    const [row] = await query<Row>(
      `select value_sealed as "valueSealed", refresh_after as "refreshAfterMs", expires_at as "expiresAtMs"
       from provider_tokens where name = $1`,
      [name],
    );
    // An empty value is a lease taken before the first token came.
    if (!row || row.valueSealed.length === 0) return null;
    return { ...row, value: vault.open('provider-token', row.valueSealed) };
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
      `update provider_tokens set value_sealed = $2, refresh_after = $3, expires_at = $4, lease_until = null where name = $1`,
      [
        name,
        vault.seal('provider-token', token.value),
        new Date(nowMs + token.lifeMs * REFRESH_SHARE),
        new Date(nowMs + token.lifeMs),
      ],
    );
  }

  const release = (name: string) => query('update provider_tokens set lease_until = null where name = $1', [name]);

  async function look(name: string, rejected: string | undefined): Promise<{ usable: string | null; fresh: boolean }> {
    const held = await read(name);
    const nowMs = clock.now();
    if (held === null || held.value === rejected || nowMs >= held.expiresAtMs) return { usable: null, fresh: false };
    return { usable: held.value, fresh: nowMs < held.refreshAfterMs };
  }

  return {
    async get(name, fetchNew, rejected) {
      for (let step = 0; step < WAIT_STEPS; step += 1) {
        const before = await look(name, rejected);
        if (before.fresh) return before.usable;
        if (await takeLease(name)) {
          let fetched: FetchedToken | null = null;
          try {
            // Between the look and the lease another replica may have finished.
            const held = await look(name, rejected);
            if (held.fresh) return held.usable;
            fetched = await fetchNew(rejected ?? null);
            if (fetched) await store(name, fetched);
          } finally {
            if (!fetched) await release(name);
          }
          return fetched?.value ?? before.usable;
        }
        if (before.usable !== null) return before.usable;
        await sleep(WAIT_STEP_MS);
      }
      return null;
    },
  };
}
