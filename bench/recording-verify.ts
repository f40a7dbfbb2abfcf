import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import {
  type CheckedPage,
  checkInThreads,
  checkPage,
  createChecker,
  type PageWish,
  sealedTraces,
} from '../apps/server/src/features/evidence/index.ts';
import { createKeyWrapper } from '../apps/server/src/features/recording/recording-keys.ts';
import { shardOfTrace } from '../apps/server/src/features/recording/recording-store.ts';
import { positionId } from '../apps/server/src/security/order-ids.ts';
import { sha256 } from '../packages/evidence/src/bytes/index.ts';
import {
  bundleBytes,
  newTiles,
  readEntry,
  signCheckpoint,
  TILE_WIDTH,
  tileBytes,
  tilePath,
} from '../packages/evidence/src/log/index.ts';
import {
  SAMPLE_BUILD,
  SAMPLE_BUILD_LIST,
  SAMPLE_DOCUMENTS,
  SAMPLE_ORIGIN,
  SAMPLE_TABLE_JSON,
  SAMPLE_TABLE_SHA256,
  type SampleRecording,
  type SampleStamp,
  type SampleWorld,
  samplePayment,
  sampleWorld,
} from '../packages/evidence/src/sample/index.ts';
import type { VerdictWord } from '../packages/evidence/src/verify/index.ts';
import { type CopyValue, copyIn } from './copy-in.ts';
import type { RatioRow } from './measure.ts';
import { type BareRecording, bareRecording, checkBare } from './recording-verify-bare.ts';
import { checkingDeps, EVIDENCE_KEYS, type Made, numbers, signer } from './recording-verify-deps.ts';
import type { ThreadData } from './recording-verify-thread.ts';

const GOALS = { shallow: 5_000, deep: 600 } as const;
/** The goals over what the bare prototype did on the machine they were found on, 7,814 and 748 a second. */
const TO_BARE = { shallow: 0.64, deep: 0.8 } as const;
/** Recordings that are kept in memory for the bare prototype, and of them for each of its turns. */
const [BARE_KEPT, BARE_AT_ONCE] = [512, 64];
const AT_ONCE = 500;
const HOLDER = Buffer.alloc(32, 9);
const TABLES = {
  recordings: [
    'shard',
    'trace',
    'created_at',
    'last_received_at',
    'product',
    'kek',
    'keys_wrapped',
    'batches',
    'sealed',
  ],
  recording_chunks: [
    ...[
      'shard',
      'trace',
      'sha256',
      'kind',
      'tab',
      'seq',
      'standing',
      'data_sha256',
      'received_at',
      'events',
      'first_at',
    ],
    ...['last_at', 'flags', 'segment', 'frame', 'position', 'length', 'addendum'],
  ],
  order_recordings: ['shard', 'order_id', 'trace', 'state', 'noted_at'],
  orders: [
    ...['shard', 'id', 'user_id', 'client_key', 'claim_key', 'edition_code', 'edition_year', 'plan_code', 'status'],
    ...['unit_premium_fen', 'premium_fen', 'insured_count', 'policyholder_sealed', 'policyholder_index'],
    ...[
      'agreed_documents',
      'automatic_reapplication',
      'created_at',
      'expires_at',
      'paid_at',
      'issued_at',
      'trace_id',
      'city',
      'method',
    ],
  ],
  payments: [
    ...['shard', 'id', 'order_id', 'provider', 'provider_txn', 'merchant_order_no', 'method', 'amount_fen', 'purpose'],
    ...['paid_at', 'received_at'],
  ],
  policies: [
    ...[
      'shard',
      'id',
      'order_id',
      'user_id',
      'edition_code',
      'edition_year',
      'status',
      'premium_fen',
      'created_at',
      'issued_at',
    ],
  ],
  evidence_objects: [
    ...[
      'shard',
      'trace',
      'addendum',
      'step',
      'sealed_at',
      'kept_class',
      'kept_until',
      'kept_rule',
      'name',
      'sha256',
      'bytes',
    ],
    ...['manifest_sha256', 'signature'],
  ],
  evidence_recordings: [
    ...['shard', 'trace', 'state', 'product', 'channel', 'began_at', 'ended_at', 'objects', 'chunks', 'bytes', 'pages'],
    ...[
      'documents',
      'consents',
      'gaps',
      'told_gaps',
      'short_read',
      'flags',
      'kept_class',
      'kept_until',
      'kept_rule',
      'look_at',
    ],
  ],
  log_entries: ['key', 'entry', 'appended_at', 'position'],
} as const;
type TableName = keyof typeof TABLES;
type Rows = Record<TableName, CopyValue[][]>;

/**
 * How many sealed recordings a core checks in a second: invented ones in the format, with rows of orders, payments and policies, in a
 * folder and a database of their own. Counted is the processor time of the whole check, reading and writing rows included; beside it,
 * page by page in turns, that of a bare prototype.
 */
export async function takeVerify(count: number, print: (line: string) => void): Promise<RatioRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'huimin-verify-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    log: () => undefined,
    onUnexpectedExit: print,
  });
  try {
    await migrate({ databaseUrl: postgres.url, log: () => undefined });
    const place = join(folder, 'store');
    const { bare, ...made } = await fill(postgres.url, place, count, print);
    const rows: RatioRow[] = [];
    for (const depth of ['shallow', 'deep'] as const) {
      for (const threads of [1, availableParallelism()]) {
        const wish = { depth, told: 'to-look-into' } as const;
        const took = await check(postgres.url, place, made, wish, threads, bare);
        const words = [...took.words].map(([word, of]) => `${word} ${of}`).join(', ');
        const perSecond = (took.done / took.cpuMs) * 1000;
        print(
          `${depth}, ${threads} threads: ${took.done} in ${took.seconds.toFixed(1)} s, ${(took.done / took.seconds).toFixed(0)} a second by the clock, ${((took.cpuMs / took.done) * 1000).toFixed(0)} µs of CPU each; ${words}`,
        );
        // What a core does is that of a run by itself: beside the threads, their start is counted.
        if (threads > 1) continue;
        const whole = took.done === count && [...took.words.keys()].every((word) => word.startsWith('intact'));
        rows.push({
          name: `${depth}, recordings a second of a core`,
          value: perSecond,
          goal: `>= ${GOALS[depth]}`,
          met: whole && perSecond >= GOALS[depth],
        });
        const toBare = took.bareCpuMs / took.bareDone / (took.cpuMs / took.done);
        print(
          `  bare prototype in turns with it: ${((took.bareCpuMs / took.bareDone) * 1000).toFixed(0)} µs of CPU each`,
        );
        rows.push({
          name: `${depth}, to the bare prototype's`,
          value: toBare,
          goal: `>= ${TO_BARE[depth]}`,
          met: whole && toBare >= TO_BARE[depth],
        });
      }
    }
    return rows;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const orderId = (number: number): bigint => 9_000_000_000_000n + BigInt(number) * 4_096n;

interface Filled extends Made {
  readonly bare: readonly BareRecording[];
}

async function fill(databaseUrl: string, place: string, count: number, print: (line: string) => void): Promise<Filled> {
  const bare: BareRecording[] = [];
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', (error) => print(error.message));
  await client.connect();
  await client.query('set synchronous_commit = off');
  const put = (name: string, bytes: Uint8Array, retainUntilMs?: number): void => {
    const path = join(place, 'objects', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    if (retainUntilMs === undefined) return;
    const beside = join(place, 'keeping', `${name}.json`);
    mkdirSync(dirname(beside), { recursive: true });
    writeFileSync(beside, JSON.stringify({ retainUntilMs, held: false }));
  };
  put(`builds/${SAMPLE_BUILD}.json`, SAMPLE_BUILD_LIST);
  put(`tables/${SAMPLE_TABLE_SHA256}.json`, Buffer.from(SAMPLE_TABLE_JSON));
  for (const { sha256: hash, content } of SAMPLE_DOCUMENTS) put(`documents/${hash}`, content);
  const house = {
    orderNo: (number: number) => numbers.orderNo(orderId(number)),
    policies: (orderNo: string, of: number) => {
      const id = numbers.orderId(orderNo) as bigint;
      return Array.from({ length: of }, (_, at) => numbers.policyNo(positionId(id, at + 1)));
    },
  };
  let world: SampleWorld | null = null;
  const stamps: SampleStamp[] = [];
  let [logged, bytes, endMs] = [0, 0, 0];
  for (let from = 0; from < count; from += AT_ONCE) {
    world = sampleWorld({
      ...{ seed: 1 + from, count: Math.min(AT_ONCE, count - from), signer, house, strolls: 400 },
      ...(world ? { goesOn: { world, from } } : {}),
      traits: ['plain-sale', 'plain-sale', 'plain-sale', 'no-order', 'two-tabs'],
    });
    stamps.push(...world.stamps);
    const rows = Object.fromEntries(Object.keys(TABLES).map((table) => [table, []])) as unknown as Rows;
    for (const [index, recording] of world.recordings.entries()) {
      bytes += addRows(rows, recording, from + index, put);
      if (bare.length < BARE_KEPT) bare.push(bareRecording(recording));
      endMs = Math.max(endMs, recording.sealedAt);
    }
    for (; logged < world.entries.length; logged++) {
      const entry = Buffer.from(world.entries[logged] as Uint8Array);
      rows.log_entries.push([keyOfEntry(entry, logged), entry, new Date(0), logged]);
    }
    for (const table of Object.keys(TABLES) as TableName[]) await copyIn(client, table, TABLES[table], rows[table]);
    process.stderr.write(`\r${from + world.recordings.length} made`);
  }
  if (world === null) throw new Error('nothing to make');
  const { tree, entries } = world;
  for (const tile of newTiles(0, tree.size)) {
    const { level, index, width } = tile;
    const content =
      level === 'entries'
        ? bundleBytes(entries.slice(index * TILE_WIDTH, index * TILE_WIDTH + width))
        : tileBytes(level, index, width, tree.read);
    put(`log/${tilePath(tile)}`, content);
  }
  await client.query('insert into log_state (origin, size) values ($1, $2)', [SAMPLE_ORIGIN, tree.size]);
  const checkpoint = (size: number) => signCheckpoint({ origin: SAMPLE_ORIGIN, size, root: tree.root(size) }, signer);
  for (const [number, { at, size, evidence }] of stamps.entries()) {
    await client.query('insert into log_checkpoints (number, size, checkpoint, signed_at) values ($1, $2, $3, $4)', [
      ...[number + 1, size, evidence.checkpoint.toString(), new Date(at)],
    ]);
    await client.query(
      `insert into log_stamps (authority, due_at, checkpoint, stamped_at, reply, certificates) values (1, $1, $2, $1, $3, $4)`,
      [new Date(at + number), number + 1, evidence.reply, evidence.certificates],
    );
  }
  await client.query('insert into log_checkpoints (number, size, checkpoint, signed_at) values ($1, $2, $3, $4)', [
    ...[stamps.length + 1, tree.size, checkpoint(tree.size), new Date(endMs)],
  ]);
  for (const { id, version, sha256: hash } of SAMPLE_DOCUMENTS) {
    await client.query(
      `insert into documents (edition_code, document_key, version, title, required, blocks, sha256, published_at)
       values ('js26', $1, $2, $1, true, '[]', $3, now())`,
      [id, version, hash],
    );
  }
  await client.query('vacuum analyze');
  await client.end();
  print(
    `\n${count} recordings of ${(bytes / count / 1000).toFixed(1)} kB, ${tree.size} entries of the log, ${stamps.length} stamps`,
  );
  return { roots: world.trust.stampRoots ?? '', endMs, bare };
}

function keyOfEntry(bytes: Buffer, index: number): string {
  const entry = readEntry(bytes);
  if (entry?.type === 'manifest') return `manifest ${entry.trace} ${entry.addendum}`;
  if (entry?.type === 'build') return `build/${entry.build}`;
  return entry?.type === 'document' ? `document/${entry.id}` : `capture/${index}`;
}

function addRows(
  rows: Rows,
  { trace, keys, parts, sealed, order, sealedAt }: SampleRecording,
  number: number,
  put: (name: string, bytes: Uint8Array, retainUntilMs?: number) => void,
): number {
  const shard = shardOfTrace(trace);
  const given = [Buffer.concat([keys.view, keys.values]), randomBytes(12)];
  const wrapped = createKeyWrapper(EVIDENCE_KEYS, () => given.shift() as Buffer).make(trace, sealedAt);
  const [part = []] = parts;
  const last = Math.max(...part.map(({ facts }) => facts.receivedAt));
  const [one] = sealed;
  if (!one?.object || !one.manifest || !one.proof) throw new Error('was not sealed');
  const day = new Date(sealedAt).toISOString().slice(0, 10).replaceAll('-', '/');
  const name = `rec/${day}/${trace}.rec`;
  const until = sealedAt + 7 * 366 * 86_400_000;
  put(name, one.object, until);
  const clients = part.filter(({ facts }) => facts.kind === 'client').length;
  rows.recordings.push([
    shard,
    trace,
    new Date(last),
    new Date(last),
    'js26',
    wrapped.kek,
    wrapped.wrapped,
    clients,
    1,
  ]);
  for (const [index, { bytes, facts }] of part.entries()) {
    rows.recording_chunks.push([
      ...[shard, trace, sha256(bytes), facts.kind, facts.tab, facts.seq, 0, Buffer.from(facts.dataSha256, 'hex')],
      ...[new Date(facts.receivedAt), facts.events, facts.firstAt, facts.lastAt, `{${facts.flags.join(',')}}`],
      ...['w00/0001', number * 100 + index, 0, bytes.length, 0],
    ]);
  }
  rows.evidence_objects.push([
    ...[shard, trace, 0, 'sealed', new Date(sealedAt), 'short-term', new Date(until), 'short-term', name],
    ...[sha256(one.object), one.object.length, sha256(one.manifest), Buffer.from(one.proof.signature)],
  ]);
  rows.evidence_recordings.push([
    ...[shard, trace, 'sealed', 'js26', 'wechat', new Date(last), new Date(last), 1, part.length, one.object.length],
    ...[3, 4, 1, 0, 0, false, '{}', 'short-term', new Date(until), 'short-term', new Date(until)],
  ]);
  if (order === null) return one.object.length;
  const id = orderId(number);
  const atOf = (seq: number) =>
    new Date(part.find(({ facts }) => facts.kind === 'server' && facts.seq === seq)?.facts.firstAt ?? 0);
  const [paidAt, issuedAt, savedAt] = [atOf(3), atOf(4), new Date(order.savedAt)];
  const agreed = JSON.stringify(order.documents.map(({ id: key, version }) => ({ key, version })));
  rows.order_recordings.push([shard, id, trace, 'bound', savedAt]);
  rows.orders.push([
    ...[shard, id, BigInt(number), `bench-${number}`, HOLDER, order.edition, 2026, order.plan, 50, order.premiumFen],
    ...[order.premiumFen, order.insuredCount, HOLDER, HOLDER, agreed, false, savedAt, savedAt, paidAt, issuedAt, trace],
    ...['320500', 'wxpay'],
  ]);
  const { payment, transaction } = samplePayment(order.orderNo);
  rows.payments.push([
    ...[
      shard,
      positionId(id, 1),
      id,
      'wechat-pay',
      transaction,
      payment,
      'wxpay',
      order.premiumFen,
      'premium',
      paidAt,
      paidAt,
    ],
  ]);
  for (let at = 1; at <= order.insuredCount; at++) {
    rows.policies.push([
      ...[shard, positionId(id, at), id, BigInt(number), order.edition, 2026, 0, order.premiumFen, issuedAt, issuedAt],
    ]);
  }
  return one.object.length;
}

/** @param threads 1: in this thread, as little else as possible beside it */
async function check(
  databaseUrl: string,
  place: string,
  made: Made,
  wish: PageWish,
  threads: number,
  bare: readonly BareRecording[],
) {
  const { deps, database } = checkingDeps({ databaseUrl, place, ...made });
  const words = new Map<VerdictWord, number>();
  const [startMs, before] = [performance.now(), process.cpuUsage()];
  const last = await deps.evidenceLog.checkpoint();
  const data: ThreadData = { databaseUrl, place, ...made, wish, last };
  const program = new URL('./recording-verify-thread.ts', import.meta.url);
  const traces = sealedTraces(database.query, null);
  const pages = threads > 1 ? checkInThreads(traces, { threads, program, data }) : checkHere();
  async function* checkHere(): AsyncGenerator<CheckedPage> {
    const checker = await createChecker(deps, wish.depth, null, last);
    for await (const page of traces) {
      yield await checkPage(deps, checker, page, wish);
      takeBareTurn();
    }
  }
  let [bareDone, bareCpuMs, bareMs] = [0, 0, 0];
  function takeBareTurn(): void {
    const from = bareDone % bare.length;
    const turn = bare.slice(from, from + BARE_AT_ONCE);
    const [begunMs, begun] = [performance.now(), process.cpuUsage()];
    checkBare(turn, wish.depth, signer);
    bareCpuMs += millisecondsOf(process.cpuUsage(begun));
    bareMs += performance.now() - begunMs;
    bareDone += turn.length;
  }
  let done = 0;
  for await (const { verdicts } of pages) {
    for (const [word, by] of verdicts) {
      words.set(word, (words.get(word) ?? 0) + by);
      done += by;
    }
  }
  const seconds = (performance.now() - startMs - bareMs) / 1000;
  const cpuMs = millisecondsOf(process.cpuUsage(before)) - bareCpuMs;
  await database.close();
  return { done, words, seconds, cpuMs, bareDone, bareCpuMs };
}

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
