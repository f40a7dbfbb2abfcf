import { createHash, randomBytes } from 'node:crypto';
import { createSandbox, keysFromVectors, type Sandbox } from '@huimin/sandbox';
import type { TestClock } from '@huimin/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { type AlipayAdapter, createAlipay } from '../../../adapters/alipay/index.ts';
import { createLakala, type LakalaAdapter } from '../../../adapters/lakala/index.ts';
import { createRb, type RbAdapter } from '../../../adapters/rb/index.ts';
import { createUnionpay, type UnionpayAdapter } from '../../../adapters/unionpay/index.ts';
import { createWechatPay, type WechatPayAdapter } from '../../../adapters/wechat-pay/index.ts';
import type { Core } from '../../../core.ts';
import { openDatabase } from '../../../db/database.ts';
import { createGroupCommit } from '../../../db/group-commit.ts';
import type { CallRequest, Reply, SessionUser } from '../../../http/handler.ts';
import type { PaymentProvider } from '../../../ports/payment-provider.ts';
import { createOrderIds, positionId, shardOfUser } from '../../../security/order-ids.ts';
import { createPublicNumbers } from '../../../security/public-numbers.ts';
import { createBlindIndex, createVault } from '../../../security/vault.ts';
import { claimPersons, saveOrders } from '../../order/index.ts';
import {
  createAskGate,
  type PaymentDependencies,
  paymentHandlers,
  paymentJobs,
  registerPaymentRoutes,
} from '../index.ts';

export const PREMIUM_FEN = 15_800;
export const WINDOW_MS = 30 * 60_000;
const EDITION = 'demo';

/** One server process's payment side: its own connections, worker number and notice address, on a shared database. */
export interface PaymentServer {
  readonly deps: PaymentDependencies;
  readonly noticeOrigin: string;
  /** Runs one round of a job. */
  runJob(name: 'order-expiry' | 'hanging-payments' | 'refunds' | 'payment-results'): Promise<number>;
  call<T>(name: string, input: object, request: CallRequest): Promise<Reply<T>>;
  /** What a browser is answered to a GET. */
  get(url: string): Promise<{ status: number; location: string | undefined }>;
  /** What a browser is answered to a form. */
  submit(url: string, form: string): Promise<{ status: number; location: string | undefined }>;
  post(body: string | Buffer, headers: Record<string, string>): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

export interface PaymentServerOptions {
  readonly databaseUrl: string;
  readonly sandbox: Sandbox;
  readonly clock: TestClock;
  readonly workerNumber: number;
  /** Where notices of orders started here go; its own address unless given. */
  readonly notifyOrigin?: string;
  readonly groupByShard?: boolean;
}

export function openTestSandbox(clock: TestClock): Promise<Sandbox> {
  return createSandbox({
    port: 0,
    clock,
    keys: keysFromVectors(),
    seed: 7,
    controlApi: false,
    signTestProbes: false,
  });
}

export function sandboxWechatPay(sandbox: Sandbox, clock: TestClock, log = silentLog): WechatPayAdapter {
  const { wechatPay, wechatAccount } = sandbox.keys;
  return createWechatPay({
    baseUrl: sandbox.origin,
    appId: wechatAccount.appId,
    merchantId: wechatPay.mchid,
    merchantSerialNo: wechatPay.merchant.serialNo,
    merchantPrivateKeyPem: wechatPay.merchant.privateKeyPem,
    apiV3Keys: [wechatPay.apiV3Key],
    publicKeys: [{ id: wechatPay.platformPublicKey.publicKeyId, pem: wechatPay.platformPublicKey.publicKeyPem }],
    useCertificates: true,
    clock,
    random: realRandom,
    log,
    totalTimeoutMs: 400,
    billTimeoutMs: 2_000,
  });
}

export function sandboxAlipay(sandbox: Sandbox, clock: TestClock): AlipayAdapter {
  const { appId, sellerId, app, alipay } = sandbox.keys.alipay;
  return createAlipay({
    gateway: `${sandbox.origin}/gateway.do`,
    appId,
    sellerId,
    appPrivateKeyPem: app.privateKeyPem,
    alipayPublicKeyPems: [alipay.publicKeyPem],
    clock,
    log: silentLog,
    totalTimeoutMs: 400,
  });
}

export function sandboxLakala(sandbox: Sandbox, clock: TestClock): LakalaAdapter {
  const { appId, merchantNo, termNo, merchant, platform } = sandbox.keys.lakala;
  return createLakala({
    ...{ baseUrl: sandbox.origin, appId, merchantNo, termNo },
    merchantSerialNo: merchant.serialNo,
    merchantPrivateKeyPem: merchant.privateKeyPem,
    platformCertificatePems: [platform.certificatePem],
    ...{ requestIp: '203.0.113.9', absentCodes: ['SBX20002'] },
    ...{ clock, random: realRandom, log: silentLog },
  });
}

export function sandboxRb(sandbox: Sandbox, clock: TestClock): RbAdapter {
  const { channelCode, secret } = sandbox.keys.rb;
  const outside = { clock, random: realRandom, log: silentLog };
  return createRb({ baseUrl: sandbox.origin, channelCode, secrets: [secret], ...outside });
}

export function sandboxUnionpay(sandbox: Sandbox, clock: TestClock): UnionpayAdapter {
  const { merId, merchant, rootCertificatePem } = sandbox.keys.unionpay;
  return createUnionpay({
    baseUrl: sandbox.origin,
    fileUrl: `${sandbox.origin}/unionpay/file`,
    merId,
    certId: merchant.certId,
    merchantPrivateKeyPem: merchant.privateKeyPem,
    trustedCertificatesPem: rootCertificatePem,
    signerOrganisation: '00040000:SIGN',
    clock,
    log: silentLog,
  });
}

export const silentLog = { info() {}, warn() {}, error() {} };
const realRandom = {
  bytes: (size: number) => randomBytes(size),
  below: (below: number) => randomBytes(4).readUInt32BE() % below,
};

export async function openPaymentServer(options: PaymentServerOptions): Promise<PaymentServer> {
  const { clock, sandbox } = options;
  const database = openDatabase({ url: options.databaseUrl, refuseSecondConnection: true });
  const groupCommit = createGroupCommit({ openConnection: () => database.openWriteConnection() });
  const key = createHash('sha256').update('payment tests').digest();
  const core: Core = {
    clock,
    random: realRandom,
    log: silentLog,
    database,
    groupCommit,
    vault: createVault([{ id: 't1', key }], randomBytes),
    index: createBlindIndex(key),
    numbers: createPublicNumbers(key.subarray(0, 16)),
    orderIds: createOrderIds(clock, options.workerNumber),
  };
  const wechatPay = sandboxWechatPay(sandbox, clock);
  const alipay = sandboxAlipay(sandbox, clock);
  const unionpay = sandboxUnionpay(sandbox, clock);
  const cashiers = [sandboxLakala(sandbox, clock), sandboxRb(sandbox, clock)];
  // The sandbox keeps connections to its shops; they must not hold up the end of a test.
  const web: FastifyInstance = fastify({ forceCloseConnections: true });
  let deps: PaymentDependencies = {
    ...core,
    providers: new Map<string, PaymentProvider>(
      [wechatPay, alipay, unionpay, ...cashiers].map((provider) => [provider.code, provider]),
    ),
    wechatPay,
    medicalAccount: null,
    limiter: { allows: async () => true },
    editions: {
      edition: () => ({
        document: {
          isDemonstration: true,
          name: '示例保障',
          proName: '补充医疗保险 基础版',
          recordFilingName: '补充医疗保险（示例）',
          tel: '400-065-1066',
          validDate: '2027-01-01',
          payList: ['wxpay', 'alipay', 'unionpay', 'lakala', 'rb'].map((value) => ({ value })),
          aliPayList: ['alipay', 'lakala', 'rb'].map((value) => ({ value })),
        },
      }),
    },
    groupByShard: options.groupByShard ?? false,
    publicOrigin: 'http://localhost:3149',
    paperKey: Buffer.alloc(16, 4),
    signing: null,
    notifyOrigin: '',
    tellsResults: true,
    askGate: createAskGate(clock),
    miniProgram: null,
    openIdOf: async (session) => session?.openId ?? null,
  };
  // The address is known only after listening, and the routes must be registered before.
  const late: PaymentDependencies = new Proxy(deps, {
    get: (_target, name) => deps[name as keyof PaymentDependencies],
  });
  registerPaymentRoutes(web, late);
  const noticeOrigin = await web.listen({ port: 0, host: '127.0.0.1' });
  deps = { ...deps, notifyOrigin: options.notifyOrigin ?? noticeOrigin };
  const handlers = paymentHandlers(deps);
  const jobs = paymentJobs(deps);
  return {
    deps,
    noticeOrigin,
    runJob: (name) => (jobs.find((job) => job.name === name) as (typeof jobs)[number]).run(),
    call: (name, input, request) => (handlers[name] as NonNullable<(typeof handlers)[string]>)(input, request) as never,
    async get(url) {
      const answer = await web.inject({ method: 'GET', url });
      return { status: answer.statusCode, location: answer.headers.location };
    },
    async submit(url, form) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await web.inject({ method: 'POST', url, payload: form, headers });
      return { status: answer.statusCode, location: answer.headers.location };
    },
    async post(body, headers) {
      const answer = await web.inject({ method: 'POST', url: '/hmb-js26/api/wxpay/notify', payload: body, headers });
      return { status: answer.statusCode, text: answer.body };
    },
    async close() {
      await web.close();
      wechatPay.closeConnections();
      alipay.closeConnections();
      unionpay.closeConnections();
      for (const cashier of cashiers) cashier.closeConnections();
      await groupCommit.close();
      await database.close();
    },
  };
}

let users = 0n;

export function newUser(): SessionUser {
  users += 1n;
  const id = 9_000_000n + users;
  return { id, shard: shardOfUser(id), phoneIndex: Buffer.alloc(16, Number(users)) };
}

const PHONE_BROWSER = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';

export function requestOf(
  user: SessionUser,
  openId: string | null = null,
  userAgent: string = PHONE_BROWSER,
): CallRequest {
  return {
    session: { tokenHash: Buffer.alloc(32), user, openId },
    user,
    clientAddress: '203.0.113.7',
    userAgent,
    requestId: 'test',
    recordId: null,
    setSessionToken() {},
  } as unknown as CallRequest;
}

export interface TestOrder {
  readonly id: bigint;
  readonly shard: number;
  readonly orderNo: string;
  readonly premiumFen: number;
  readonly people: readonly Buffer[];
}

/** Saves an order with its claims, by the order feature's own writes. */
export async function saveTestOrder(server: PaymentServer, user: SessionUser, insuredCount = 2): Promise<TestOrder> {
  const { deps } = server;
  const id = deps.orderIds.next(user.shard);
  const nowMs = deps.clock.now();
  const claimKey = randomBytes(16);
  const people = Array.from({ length: insuredCount }, () => randomBytes(16));
  const premiumFen = PREMIUM_FEN * insuredCount;
  await deps.groupCommit.write(claimPersons, {
    claimKey,
    editionCode: EDITION,
    userId: user.id,
    personIndexes: people,
    claimedAt: new Date(nowMs),
    expiresAt: new Date(nowMs + 2 * WINDOW_MS),
  });
  await deps.groupCommit.write(saveOrders(deps.groupByShard), {
    shard: user.shard,
    id,
    userId: user.id,
    clientKey: randomBytes(12).toString('hex'),
    claimKey,
    editionCode: EDITION,
    editionYear: 2027,
    planCode: 'basic',
    unitPremiumFen: PREMIUM_FEN,
    premiumFen,
    policyholderSealed: deps.vault.sealJson('policyholder', {}),
    policyholderIndex: people[0] as Buffer,
    agreedDocuments: [],
    automaticReapplication: false,
    attribution: null,
    traceId: null,
    flow: 'normal',
    coverFrom: null,
    assistanceNo: null,
    kind: 'purchase',
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + WINDOW_MS),
    insured: people.map((personIndex, index) => ({
      id: positionId(id, index + 1),
      personIndex,
      detailsSealed: deps.vault.sealJson('insured', {}),
      relationship: '03',
      regionCode: '320100',
      sex: 'f',
      birthYear: 2000,
    })),
  });
  return { id, shard: user.shard, orderNo: deps.numbers.orderNo(id), premiumFen, people };
}

export interface StoredFacts {
  status: number;
  premiumPayments: number;
  surplusPayments: number;
  policies: number;
  claims: number;
  paidNews: number;
  refunds: { state: string; amount_fen: number }[];
}

/** What the database holds about an order. */
export async function factsOf(server: PaymentServer, order: TestOrder): Promise<StoredFacts> {
  const { query } = server.deps.database;
  const key = [order.shard, order.id];
  const [row] = await query<Omit<StoredFacts, 'refunds'>>(
    `select o.status,
       (select count(*)::integer from payments p where p.shard = $1 and p.order_id = $2 and p.purpose = 'premium') as "premiumPayments",
       (select count(*)::integer from payments p where p.shard = $1 and p.order_id = $2 and p.purpose = 'surplus') as "surplusPayments",
       (select count(*)::integer from policies p where p.shard = $1 and p.order_id = $2) as policies,
       (select count(*)::integer from person_claims c where c.person_index = any($3)) as claims,
       (select count(*)::integer from outbox b where b.shard = $1 and b.order_id = $2 and b.kind = 'order-paid') as "paidNews"
     from orders o where o.shard = $1 and o.id = $2`,
    [...key, order.people],
  );
  const refunds = await query<{ state: string; amount_fen: number }>(
    'select state, amount_fen from refunds where shard = $1 and order_id = $2 order by id',
    key,
  );
  return { ...(row as Omit<StoredFacts, 'refunds'>), refunds };
}

export async function alertKinds(server: PaymentServer, order: TestOrder | null): Promise<string[]> {
  const rows = await server.deps.database.query<{ kind: string }>(
    'select kind from operator_alerts where ($1::bigint is null and order_id is null) or order_id = $1 order by kind',
    [order?.id ?? null],
  );
  return rows.map((row) => row.kind);
}
