import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import pino from 'pino';
import type { Core } from './core.ts';
import { openDatabase } from './db/database.ts';
import { createGroupCommit } from './db/group-commit.ts';
import { leaseWorkerNumber, type WorkerNumber } from './db/worker-number.ts';
import { createEditionStore, type EditionStore } from './features/configuration/index.ts';
import { cardReadingOffered } from './identity-providers.ts';
import { offeredMethods, withholdingOffered } from './payment-providers.ts';
import type { Clock, Log, Random } from './ports/outside.ts';
import { createOrderIds } from './security/order-ids.ts';
import { createPublicNumbers } from './security/public-numbers.ts';
import { createBlindIndex, createVault } from './security/vault.ts';
import type { Settings } from './settings.ts';
import { smsTemplates } from './sms-gateway.ts';

/** What the server stands on, opened once per process. */
export interface ServerDependencies extends Core {
  readonly settings: Settings;
  readonly editions: EditionStore;
  readonly workerNumber: WorkerNumber;
  readonly isStrict: boolean;
  close(): Promise<void>;
}

export interface DependencyInput {
  readonly settings: Settings;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log?: Log;
  /** For tests: what would go wrong only under load, or when a server ends in the middle, is an error always. */
  readonly isStrict?: boolean;
}

/** Opens the database and makes keys, numbers and ids; expects a migrated database. */
export async function createDependencies(input: DependencyInput): Promise<ServerDependencies> {
  const { settings, clock, random, isStrict = false } = input;
  const log = input.log ?? createLog(settings);
  const database = openDatabase({
    url: input.databaseUrl,
    distributed: settings.groupByShard,
    refuseSecondConnection: isStrict,
    onIdleError: (error) => log.warn({ error: error.message }, 'database connection lost'),
  });
  const workerNumber = await leaseWorkerNumber({
    database,
    clock,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    holder: `${hostname()}/${randomUUID()}`,
    given: settings.workerNumber,
  });
  const groupCommit = createGroupCommit({ openConnection: () => database.openWriteConnection() });
  const editions = await createEditionStore({
    database,
    clock,
    log,
    surroundings: {
      appId: settings.wechatAppId,
      jsSdkUrl: settings.wechatJsSdkUrl,
      idCardReading: cardReadingOffered(settings),
      bookings: smsTemplates(settings)['sale-open'] !== undefined,
      paymentMethods: offeredMethods(settings),
      withholding: withholdingOffered(settings),
    },
  });
  return {
    settings,
    clock,
    random,
    log,
    database,
    groupCommit,
    editions,
    workerNumber,
    isStrict,
    vault: createVault(settings.dataKeys, random.bytes),
    index: createBlindIndex(settings.indexKey),
    numbers: createPublicNumbers(settings.numberKey),
    orderIds: createOrderIds(clock, workerNumber),
    async close() {
      await groupCommit.close();
      await workerNumber.release().catch(() => undefined);
      await database.close();
    },
  };
}

function createLog(settings: Settings): Log {
  return pino({ level: settings.environment === 'production' ? 'info' : 'warn', base: null }) as unknown as Log;
}
