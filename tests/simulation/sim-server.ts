import type { InputOf, OutputOf } from '@huimin/contract';
import { CONSOLE_TOKEN_HEADER, type ConsoleCalls, consoleCalls } from '@huimin/contract/console';
import type { StaffRole } from '@huimin/contract/vocabulary';
import { WHOLE_SCOPE } from '@huimin/domain/staff';
import { type BuiltServer, buildServer } from '../../apps/server/src/build-server.ts';
import type { Query } from '../../apps/server/src/db/database.ts';
import { createGroupCommit } from '../../apps/server/src/db/group-commit.ts';
import { createDependencies, type ServerDependencies } from '../../apps/server/src/dependencies.ts';
import { type TrialBalance, trialBalance } from '../../apps/server/src/features/ledger/index.ts';
import { beginStaffSession, pageTokenOf } from '../../apps/server/src/features/staff/staff-sessions.ts';
import type { Settings } from '../../apps/server/src/settings.ts';
import { FIXED_HEADERS } from '../integration/shop.ts';
import type { Chance } from './chance.ts';
import type { Gate, Life } from './gate.ts';
import { gatedDatabase, gatedWrites, LOCK_TIMEOUT } from './gated-database.ts';
import { gatedProviders, type Network } from './gated-providers.ts';

/** A whole server process of the product, but for its sockets and its timers. */
export interface SimServer {
  readonly life: Life;
  readonly network: Network;
  readonly fastify: BuiltServer['fastify'];
  /** One round of a job; answers how many pieces of work were done. */
  runJob(name: string): Promise<number>;
  readonly query: Query;
  /** Looks at once at what it would hear of within seconds. */
  refreshEditions(): Promise<void>;
  trialBalance(): Promise<TrialBalance>;
  /** Somebody calls the console, in a session of their own; of finance unless told. */
  askConsole<N extends keyof ConsoleCalls>(
    name: N,
    input: InputOf<ConsoleCalls[N]>,
    who?: StaffRole,
  ): Promise<ConsoleAnswer<N>>;
  /** Takes down what is left of it, in peace or after its death. */
  dispose(): Promise<void>;
}

export interface ConsoleAnswer<N extends keyof ConsoleCalls> {
  readonly code: number | string;
  readonly message: string;
  readonly result: OutputOf<ConsoleCalls[N]> | null;
}

export interface SimServerInput {
  readonly name: string;
  readonly settings: Settings;
  readonly databaseUrl: string;
  readonly clock: { now(): number };
  readonly chance: Chance;
  readonly gate: Gate;
  readonly log: ServerDependencies['log'];
}

export async function openSimServer(input: SimServerInput): Promise<SimServer> {
  const { gate, chance } = input;
  const life: Life = { name: input.name, dead: false, crash: null };
  const network: Network = { next: null };
  const raw = await createDependencies({
    settings: input.settings,
    databaseUrl: `${input.databaseUrl}?options=${encodeURIComponent(`-c ${LOCK_TIMEOUT}`)}`,
    clock: input.clock,
    random: { bytes: (size) => chance.bytes(size), below: (below) => chance.below(below) },
    log: quietWhenDead(input.log, life),
    isStrict: true,
  });
  // One lane, so that what is written together is one statement.
  const writes = createGroupCommit({ openConnection: () => raw.database.openWriteConnection(), lanes: 1 });
  const deps: ServerDependencies = {
    ...raw,
    database: gatedDatabase(raw.database, gate, life),
    groupCommit: gatedWrites(writes, gate, life),
  };
  let endConnections = (): void => undefined;
  const built = await buildServer(deps, (given) => {
    const providers = gatedProviders(given, gate, life, network);
    endConnections = () => providers.closeConnections();
    return providers;
  });
  await built.fastify.ready();
  return {
    life,
    network,
    fastify: built.fastify,
    runJob(name) {
      const job = built.jobs.find((entry) => entry.name === name);
      if (!job) throw new Error(`no job ${name}`);
      return job.run();
    },
    query: deps.database.query,
    refreshEditions: () => raw.editions.refresh(),
    trialBalance: () => trialBalance(deps.database, input.clock.now()),
    async askConsole(name, values, who = 'finance') {
      const { method, path } = consoleCalls[name];
      const given = { ...(values as Record<string, unknown>) };
      const staffId = await personOf(deps, who);
      const place = { address: OPERATOR_ADDRESS, device: '' };
      const { token } = await beginStaffSession(deps, deps.database.query, staffId, 'full', place);
      const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => String(given[key]));
      const answer = await built.fastify.inject({
        method,
        url: `/hmb-js26${filled}${method === 'GET' ? `?${new URLSearchParams({ t: '1', ...queried(given, path) })}` : ''}`,
        headers: {
          ...FIXED_HEADERS,
          cookie: `hm_console=${token}`,
          [CONSOLE_TOKEN_HEADER]: pageTokenOf(token),
        },
        ...(method === 'POST' ? { payload: given } : {}),
        remoteAddress: OPERATOR_ADDRESS,
      });
      return answer.json();
    },
    async dispose() {
      life.dead = true;
      endConnections();
      await writes.close();
      await raw.close();
    },
  };
}

function quietWhenDead(log: ServerDependencies['log'], life: Life): ServerDependencies['log'] {
  const unlessDead =
    (write: ServerDependencies['log']['info']): ServerDependencies['log']['info'] =>
    (fields, message) => {
      if (!life.dead) write(fields, message);
    };
  return { info: unlessDead(log.info), warn: unlessDead(log.warn), error: unlessDead(log.error) };
}

/** What a call that has no body carries beside its path. */
function queried(given: Record<string, unknown>, path: string): Record<string, string> {
  const rest = Object.entries(given).filter(([key]) => !path.includes(`{${key}}`));
  return Object.fromEntries(rest.map(([key, value]) => [key, String(value)]));
}

const OPERATOR_ADDRESS = '203.0.113.250';

/** One person of a role, put down once in every simulated shop. */
async function personOf(deps: ServerDependencies, role: StaffRole): Promise<number> {
  const [row] = await deps.database.query<{ id: number }>(
    `insert into staff_accounts (account, name_sealed, company, roles, scope, status, created_at, changed_at)
     values ($4, $1, '甲信财产', array[$4], $2, 'active', $3, $3)
     on conflict (account) do update set changed_at = excluded.changed_at returning id`,
    [deps.vault.seal('staff-name', '张示范'), JSON.stringify(WHOLE_SCOPE), new Date(deps.clock.now()), role],
  );
  if (!row) throw new Error(`nobody of ${role} was put down`);
  return row.id;
}
