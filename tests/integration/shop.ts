import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Calls,
  calls,
  type Envelope,
  type InputOf,
  type OutputOf,
  PRODUCT_NUMBER,
  PROJECT_ID,
} from '@huimin/contract';
import { createSandbox, keysFromVectors, type Sandbox } from '@huimin/sandbox';
import {
  createTestClock,
  type FreshDatabase,
  freshDatabase,
  isDistributed,
  type Person,
  people,
  syntheticIdNumber,
  syntheticPhone,
  type TestClock,
} from '@huimin/testing';
import { seed } from '../../apps/server/seed/seed.ts';
import { type BuiltServer, buildServer } from '../../apps/server/src/build-server.ts';
import { createDependencies, type ServerDependencies } from '../../apps/server/src/dependencies.ts';
import { sandboxSettings } from '../../apps/server/src/launch/sandbox-settings.ts';
import { readSettings } from '../../apps/server/src/settings.ts';

/** The whole product in one process: real server on a port, real PostgreSQL, the provider sandbox. */
export interface Shop {
  readonly origin: string;
  readonly clock: TestClock;
  readonly sandbox: Sandbox;
  readonly database: FreshDatabase;
  readonly servers: readonly RunningServer[];
  /** Everything the servers wrote to their logs, one JSON text per entry. */
  readonly logged: readonly string[];
  /** Where the servers keep what they recorded. */
  readonly recordingDir: string;
  /** Sealed evidence and the log's files in `store`, copies of its checkpoints in `copies`. */
  readonly evidenceDir: string;
  visitor(server?: number): Visitor;
  /** Runs a job of a server now, the first one's unless told; answers how much there was to do. */
  runJob(name: string, server?: number): Promise<number>;
  /** One more server, behind the others, of whichever build of the residents' pages stands in `distDir`. */
  release(distDir: string): Promise<RunningServer>;
  close(): Promise<void>;
}

export interface RunningServer {
  readonly origin: string;
  readonly deps: ServerDependencies;
  readonly built: BuiltServer;
  /** Stops this server; the shop's own `close` stops it otherwise. */
  close(): Promise<void>;
}

export interface Answer<T> {
  readonly status: number;
  readonly envelope: Envelope<T>;
}

type CallName = keyof Calls;
// Worked out once per call: inside a generic function the compiler gives up on the schemas' types.
type Inputs = { [N in CallName]: InputOf<Calls[N]> };
type Outputs = { [N in CallName]: OutputOf<Calls[N]> };

/** One browser: keeps its cookie, sends the fixed headers. */
export interface Visitor {
  /** `name=value` of the session cookie, '' without one; another browser may take it over. */
  cookie: string;
  /** Which browser it says it is; '' as Node does. */
  userAgent: string;
  /** The recording that runs in its page; '' without one. */
  recordId: string;
  /** Its address, for a server that trusts whoever stands before it; '' for this machine's own. */
  address: string;
  call<N extends CallName>(name: N, input?: Inputs[N]): Promise<Answer<Outputs[N]>>;
  /** Expects success and answers the value. */
  value<N extends CallName>(name: N, input?: Inputs[N]): Promise<Outputs[N]>;
  /** Anything at all, for bad input. */
  raw(path: string, init?: RequestInit): Promise<Response>;
  logIn(person: Pick<Person, 'phone'>): Promise<void>;
}

export interface ShopOptions {
  /** Server processes on the same database; one unless given. */
  readonly servers?: number;
  readonly jobs?: boolean;
  /** Stands still unless given. A browser goes by the Date header, which is real: such tests give a running one. */
  readonly clock?: TestClock;
  /** Kept after closing; a fresh one unless given. */
  readonly database?: FreshDatabase;
  /** Settings beside, or in place of, the usual ones; of the outside they are told where it is. */
  readonly environment?: Readonly<Record<string, string>> | ((sandbox: Sandbox) => Readonly<Record<string, string>>);
}

const NO_PROBES = { signTestProbes: false };
const random = { bytes: (size: number) => randomBytes(size), below: (below: number) => randomInt(below) };
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const clock = options.clock ?? createTestClock();
  const database = options.database ?? (await freshDatabase());
  const sandbox = await createSandbox({
    port: 0,
    clock,
    keys: keysFromVectors(),
    seed: 11,
    controlApi: true,
    ...NO_PROBES,
  });
  const recordingDir = mkdtempSync(join(tmpdir(), 'recordings-'));
  const evidenceDir = mkdtempSync(join(tmpdir(), 'evidence-'));
  const logged: string[] = [];
  const write = (...entry: unknown[]) => void logged.push(JSON.stringify(entry));
  const log = { info: write, warn: write, error: write };
  const servers: RunningServer[] = [];
  const add = async (distDir?: string): Promise<RunningServer> => {
    const server = await startServer({
      databaseUrl: database.url,
      sandbox,
      clock,
      log,
      index: servers.length,
      publicOrigin: servers[0]?.origin,
      recordingDir,
      evidenceDir,
      environment: typeof options.environment === 'function' ? options.environment(sandbox) : options.environment,
      distDir,
    });
    servers.push(server);
    return server;
  };
  for (let index = 0; index < (options.servers ?? 1); index++) await add();
  if (options.jobs !== false) for (const server of servers) server.built.startJobs();
  const [first] = servers as [RunningServer];
  return {
    origin: first.origin,
    clock,
    sandbox,
    database,
    servers,
    logged,
    recordingDir,
    evidenceDir,
    release: add,
    visitor: (server = 0) =>
      createVisitor((servers[server] as RunningServer).origin, (phone) => newestCode(sandbox, phone)),
    async runJob(name, server = 0) {
      const job = servers[server]?.built.jobs.find((one) => one.name === name);
      if (!job) throw new Error(`server ${server} has no job ${name}`);
      return job.run();
    },
    async close() {
      for (const server of servers) await server.close();
      await sandbox.close();
      if (!options.database) await database.drop();
      for (const folder of [recordingDir, evidenceDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface ServerInput {
  readonly databaseUrl: string;
  readonly sandbox: Sandbox;
  readonly clock: TestClock;
  readonly log: ServerDependencies['log'];
  readonly index: number;
  /** Replicas stand behind one address; here that is the first one's. */
  readonly publicOrigin: string | undefined;
  readonly recordingDir: string;
  readonly evidenceDir: string;
  readonly environment: Readonly<Record<string, string>> | undefined;
  readonly distDir: string | undefined;
}

async function startServer(input: ServerInput): Promise<RunningServer> {
  const { databaseUrl, sandbox, clock, log, index } = input;
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const publicOrigin = input.publicOrigin ?? origin;
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: publicOrigin,
    WORKER_NUMBER: String(index),
    DATA_KEYS: `t1:${Buffer.alloc(32, 1).toString('base64')}`,
    INDEX_KEY: Buffer.alloc(32, 2).toString('base64'),
    NUMBER_KEY: Buffer.alloc(16, 3).toString('base64'),
    PAPER_KEY: Buffer.alloc(16, 4).toString('base64'),
    EVIDENCE_KEY: `t1:${Buffer.alloc(32, 5).toString('base64')}`,
    EVIDENCE_SIGNING_KEY: Buffer.alloc(32, 6).toString('base64'),
    RECORDING_DIR: input.recordingDir,
    EVIDENCE_STORE: join(input.evidenceDir, 'store'),
    EVIDENCE_CHECKPOINT_DIR: join(input.evidenceDir, 'copies'),
    ...sandboxSettings(sandbox.keys, {
      origin: sandbox.origin,
      port: sandbox.port,
      smtpPort: sandbox.smtpPort,
      shop: { port: Number(new URL(publicOrigin).port) },
    }),
    GROUP_BY_SHARD: isDistributed() ? '1' : '0',
    ...input.environment,
  });
  const deps = await createDependencies({ settings, databaseUrl, clock, random, log, isStrict: true });
  await seed({ database: deps.database, nowMs: clock.now(), demonstration: true });
  const built = await buildServer(deps, undefined, input.distDir);
  await built.prepare();
  await built.fastify.listen({ port, host: '127.0.0.1' });
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= built.close();
    return closing;
  };
  return { origin, deps, built, close };
}

/**
 * Below those that the system gives to connections, any of which could take the port again before it is listened on. Each
 * process begins elsewhere and goes on from there.
 */
const PORTS = { first: 20_000, count: 12_000 };
let portsTried = (process.pid * 1_009) % PORTS.count;

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < PORTS.count; attempt++) {
    const port = PORTS.first + (portsTried++ % PORTS.count);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

export const FIXED_HEADERS = { 'X-PI-PRO-NUM': PRODUCT_NUMBER, projectId: PROJECT_ID };

/** A browser at any origin; `codeOf` looks at the newest message of a phone. */
export function createVisitor(origin: string, codeOf: (phone: string) => string | Promise<string>): Visitor {
  async function raw(path: string, init: RequestInit = {}): Promise<Response> {
    const { cookie, userAgent, recordId, address } = visitor;
    const known = {
      ...(cookie ? { cookie } : {}),
      ...(userAgent ? { 'user-agent': userAgent } : {}),
      ...(recordId ? { 'x-record-id': recordId } : {}),
      ...(address ? { 'x-forwarded-for': address } : {}),
    };
    const headers = { ...FIXED_HEADERS, ...known, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers });
    const set = response.headers.getSetCookie().at(-1);
    if (set) visitor.cookie = set.split(';')[0] ?? '';
    return response;
  }
  async function call<N extends CallName>(name: N, input?: Inputs[N]): Promise<Answer<Outputs[N]>> {
    const { method, path } = calls[name];
    const values: Record<string, unknown> = { ...(input as Record<string, unknown>) };
    const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(values[key])));
    const url = path.startsWith('/traceable-service') ? path : `/hmb-js26${filled}`;
    const response =
      method === 'GET'
        ? await raw(`${url}?${new URLSearchParams({ t: '1', ...(values as Record<string, string>) })}`)
        : await raw(url, { method, body: JSON.stringify(values), headers: { 'content-type': 'application/json' } });
    return { status: response.status, envelope: (await response.json()) as Envelope<Outputs[N]> };
  }
  async function value<N extends CallName>(name: N, input?: Inputs[N]): Promise<Outputs[N]> {
    const { envelope } = await call(name, input);
    if (envelope.code !== 200000)
      throw new Error(`${name}: ${envelope.code} ${envelope.message} ${JSON.stringify(envelope.result)}`);
    return envelope.result as Outputs[N];
  }
  const visitor: Visitor = {
    cookie: '',
    userAgent: '',
    recordId: '',
    address: '',
    raw,
    call,
    value,
    async logIn(person) {
      await value('sendSmsCode', { phone: person.phone });
      const agreedDocuments = await agreements(value, ['user-agreement', 'privacy-policy']);
      await value('loginBySms', { phone: person.phone, code: await codeOf(person.phone), agreedDocuments });
    },
  };
  return visitor;
}

export async function agreements(
  value: Visitor['value'],
  keys: readonly string[],
): Promise<{ key: string; version: number }[]> {
  const product = await value('productInfo', {});
  return product.documents
    .filter((document) => keys.includes(document.key))
    .map(({ key, version }) => ({ key, version }));
}

export const REQUIRED = ['health-notice', 'insurance-notice', 'clauses', 'exclusions'];

/** The six digits of the newest message to a phone, as the sandbox's phone page shows them. */
export function newestCode(sandbox: Sandbox, phone: string): string {
  const code = sandbox.control.sms(phone).find((message) => 'code' in message.params)?.params.code;
  if (!code) throw new Error(`no code was sent to ${phone}`);
  return code;
}

/** Keeps a person as the visitor's own and answers their member number. */
export async function keep(visitor: Visitor, person: Person, relationship: '00' | '01' | '02' | '03'): Promise<string> {
  const member = await visitor.value('addMember', {
    relationship,
    name: person.name,
    idType: '01',
    idNumber: person.idNumber,
    regionCode: '320500',
    consent: true,
    ...(relationship === '00' ? { phone: person.phone } : {}),
  });
  return member.memberId;
}

export interface PlacedOrder {
  readonly orderNo: string;
  readonly premiumFen: number;
  readonly memberIds: readonly string[];
}

/** Logs in, keeps the people and saves an order for them; the first is the policyholder. */
export async function placeOrder(
  visitor: Visitor,
  family: readonly Person[] = [people.linMei],
  clientKey = randomBytes(16).toString('hex'),
  planCode?: string,
): Promise<PlacedOrder> {
  const memberIds: string[] = [];
  for (const [index, person] of family.entries())
    memberIds.push(await keep(visitor, person, index === 0 ? '00' : '02'));
  const saved = await visitor.value('saveOrder', {
    clientKey,
    policyholderMemberId: memberIds[0] as string,
    insuredMemberIds: memberIds,
    agreedDocuments: await agreements(visitor.value, REQUIRED),
    ...(planCode === undefined ? {} : { planCode }),
  });
  return { ...saved, memberIds };
}

/**
 * An invented resident, different for every index (0 to 9999): name, identity card and phone fit together.
 * Nobody of `people` is among them.
 */
export function resident(index: number): Person {
  const [sex, sequence] = index % 2 === 0 ? (['female', 200] as const) : (['male', 201] as const);
  const birthDate = `19${40 + (index % 60)}-${String((Math.floor(index / 60) % 12) + 1).padStart(2, '0')}-${String((Math.floor(index / 720) % 28) + 1).padStart(2, '0')}`;
  const characters = '安邦昌达恩芳刚华继康兰茂宁平庆荣盛泰文兴雅永志中';
  const letter = (position: number) => characters[position % characters.length] ?? '安';
  return {
    name: `钱${letter(index)}${letter(Math.floor(index / characters.length))}`,
    birthDate,
    sex,
    idNumber: syntheticIdNumber({ district: '320506', birthDate, sequence }),
    phone: syntheticPhone(100_000 + index),
  };
}

/** The visitor of somebody who has just logged in. */
export async function loggedIn(shop: Shop, person: Pick<Person, 'phone'>, server = 0): Promise<Visitor> {
  const visitor = shop.visitor(server);
  await visitor.logIn(person);
  return visitor;
}

/** Starts the H5 payment of an order and answers its number at the provider. */
export async function startPaying(visitor: Visitor, orderNo: string, sandbox: Sandbox): Promise<string> {
  await visitor.value('wechatWapPay', { orderNo });
  const started = sandbox.control.orders.list().filter((order) => order.outTradeNo.startsWith(orderNo));
  const newest = started.sort((left, right) => left.outTradeNo.localeCompare(right.outTradeNo)).at(-1);
  if (!newest) throw new Error(`the provider does not know ${orderNo}`);
  return newest.outTradeNo;
}

/** Pays an order at the provider and waits until the notice was delivered. */
export async function pay(visitor: Visitor, orderNo: string, sandbox: Sandbox): Promise<string> {
  const outTradeNo = await startPaying(visitor, orderNo, sandbox);
  sandbox.control.orders.act(outTradeNo, 'pay');
  await sandbox.control.settle();
  return outTradeNo;
}

/** Asks until the condition holds; gives up after `limitMs`, which a busy machine does not reach. */
export async function eventually<T>(ask: () => Promise<T>, holds: (value: T) => boolean, limitMs = 30_000): Promise<T> {
  const until = Date.now() + limitMs;
  for (;;) {
    const value = await ask();
    if (holds(value)) return value;
    if (Date.now() > until) throw new Error(`still not: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
