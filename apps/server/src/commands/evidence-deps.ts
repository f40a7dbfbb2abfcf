import { randomBytes, randomInt } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { createEvidenceStores, evidenceSigners, knownRoots } from '../evidence-stores.ts';
import { createEvidenceLog, type RetentionDependencies } from '../features/evidence/index.ts';
import { keyOpener, recordingOfOrder } from '../features/recording/index.ts';
import { shardOfOrder } from '../security/order-ids.ts';
import { createPublicNumbers } from '../security/public-numbers.ts';
import { readEvidenceSettings, type StartSettings } from '../settings.ts';

const ignored = () => undefined;

/** The evidence as the server has it, for a command on the same database and stores. */
export async function evidenceDeps(
  database: Database,
  start: StartSettings,
): Promise<RetentionDependencies & { closeConnections(): void }> {
  const settings = readEvidenceSettings(process.env, start);
  const clock = { now: () => Date.now() };
  const random = { bytes: (size: number) => randomBytes(size), below: (below: number) => randomInt(below) };
  const say = (_facts: unknown, message?: string) => console.error(message);
  const log = { info: ignored, warn: say, error: say };
  const { store, copies, closeConnections } = createEvidenceStores(settings, clock, true);
  const evidenceLog = createEvidenceLog({
    ...{ clock, random, log, database, store, copies },
    ...evidenceSigners(settings),
    publicOrigin: settings.publicOrigin,
    measures: { isInOrder: ignored, grewTo: ignored, stamped: ignored },
    tellOperators: () => Promise.resolve(),
  });
  return {
    ...{ clock, database, log, store, evidenceLog, closeConnections },
    numbers: createPublicNumbers(settings.numberKey),
    editions: await coverDates(database),
    keysOf: keyOpener(settings.evidenceKeys, random),
    stampRoots: knownRoots(settings),
    erases: settings.retentionErases,
    retentionNumbers: {
      shortTermYears: settings.retentionShortYears,
      longTermYears: settings.retentionLongYears,
      disputeYears: settings.retentionDisputeYears,
      withoutContractDays: settings.retentionVisitDays,
    },
  };
}

async function coverDates({ query }: Database): Promise<RetentionDependencies['editions']> {
  const rows = await query<{ code: string; document: { validDate: string; invalidDate: string } }>(
    'select code, document from editions',
  );
  const editions = new Map(rows.map((row) => [row.code, row]));
  return { edition: (code) => editions.get(code) ?? null };
}

const TRACE = /^[0-9A-Za-z_-]{8,64}$/;

/** The recording that an order number or a recording's own id stands for; else what there is to say. */
export async function findTrace(
  { database, numbers }: Pick<RetentionDependencies, 'database' | 'numbers'>,
  word: string,
): Promise<{ readonly trace: string } | { readonly absent: string; readonly isNumber: boolean }> {
  const orderId = numbers.orderId(word);
  if (orderId === null) {
    return TRACE.test(word) ? { trace: word } : { absent: `${word} 不是订单号，也不是记录号`, isNumber: false };
  }
  const found = await recordingOfOrder(database.query, shardOfOrder(orderId), orderId);
  if (found?.trace) return { trace: found.trace };
  return {
    absent: found ? `订单 ${word} 没有录像：${STATES[found.state]}` : `没有订单 ${word} 的录像`,
    isNumber: true,
  };
}

const STATES = { bound: '', unrecorded: '下单时页面没有送来录像', foreign: '页面送来的是别人的录像' } as const;
