import type { BuyerIdentity } from './alipay/buyer-book.ts';
import { startAlipay } from './alipay/start-alipay.ts';
import { createAliyunSms } from './aliyun-sms/sms-routes.ts';
import { type ClockSource, createVirtualClock, type VirtualClock } from './clock/virtual-clock.ts';
import { createControl, type SandboxControl } from './control/control.ts';
import { addControlRoutes } from './control/control-routes.ts';
import { createFaultBook } from './faults/fault-book.ts';
import { listen } from './http/http-server.ts';
import { createRequestLog } from './http/request-log.ts';
import { createRouter } from './http/router.ts';
import { createPeopleBook } from './identity/people-book.ts';
import { makeFreshKeys, type SandboxKeys } from './keys/sandbox-keys.ts';
import { startLakala } from './lakala/start-lakala.ts';
import { startMedicalAccount } from './medical-account/start-medical-account.ts';
import { createNotifier } from './notifications/notifier.ts';
import { startObjectStore } from './object-store/start-object-store.ts';
import { addMailPages } from './pages/mail-page.ts';
import { addPageRoutes } from './pages/page-routes.ts';
import { addPartnerLogin } from './partner/login-page.ts';
import { startPartner } from './partner/start-partner.ts';
import { startPreExisting } from './pre-existing/registry-calls.ts';
import { startRb } from './rb/start-rb.ts';
import type { SandboxParts } from './sandbox-parts.ts';
import { createInbox } from './sms/inbox.ts';
import { startSmtp } from './smtp/start-smtp.ts';
import { openJournal } from './state/journal.ts';
import { createRandom } from './state/random.ts';
import { isForTencent } from './tencent/cloud-door.ts';
import { startTencent } from './tencent/start-tencent.ts';
import { startTsa } from './tsa/start-tsa.ts';
import { startUnionpay } from './unionpay/start-unionpay.ts';
import { startWbface } from './wbface/start-wbface.ts';
import { addAccountRoutes } from './wechat-account/account-routes.ts';
import { addAuthoriseRoutes } from './wechat-account/authorise-routes.ts';
import { createGrantBook } from './wechat-account/grant-book.ts';
import { addJsSdkRoutes } from './wechat-account/js-sdk-routes.ts';
import { addMiniRoutes } from './wechat-account/mini-routes.ts';
import { createTokenBook } from './wechat-account/token-book.ts';
import { createUserBook } from './wechat-account/user-book.ts';
import { beginPapay } from './wechat-papay/start-papay.ts';
import { addBillRoutes } from './wechat-pay/bill-routes.ts';
import { addCashierRoutes } from './wechat-pay/cashier-routes.ts';
import { createFrontDoor } from './wechat-pay/front-door.ts';
import { type NotifyKey, payDialect, RETRY_SCHEDULE_MS } from './wechat-pay/notify-dialect.ts';
import { createOrderBook } from './wechat-pay/order-book.ts';
import { addPayRoutes } from './wechat-pay/pay-routes.ts';
import { payTables } from './wechat-pay/pay-rows.ts';
import { createRefundBook } from './wechat-pay/refund-book.ts';
import { addRefundRoutes } from './wechat-pay/refund-routes.ts';

export { cardPicture } from './identity/card-picture.ts';
export type { RsaPair } from './keys/rsa-pair.ts';
export { keysFromVectors, makeFreshKeys, openKeysFile, type SandboxKeys } from './keys/sandbox-keys.ts';

export type SandboxOptions = {
  /** 0 takes a free port. */
  port: number;
  /** The address to listen on; 127.0.0.1 unless given. */
  host?: string;
  /** How browsers reach the sandbox, when that is not `http://localhost:port`. */
  publicOrigin?: string;
  /** Where time comes from before it is moved; the machine's clock unless given. */
  clock?: ClockSource;
  /** Fresh ones unless given. */
  keys?: SandboxKeys;
  /** Makes ids, nonces and chances repeatable. */
  seed?: number;
  /** Serves `/_ctl/*` to this machine. */
  controlApi: boolean;
  /** Pauses between the sends of a notification, in milliseconds. */
  notifySchedule?: readonly number[];
  /** Wrongly signed probes on one of twenty answers and notifications; true unless given. */
  signTestProbes?: boolean;
  /** Which key signs notifications; the WeChat Pay public key unless given. */
  notifyKey?: NotifyKey;
  /** Whether Alipay tells the shop user ids or, as to newer applications, open ids; user ids unless given. */
  alipayIdentity?: BuyerIdentity;
  /** Host names of shops besides the loopback ones: authorised domains, H5 domains, JS-safe domains. */
  shopHosts?: readonly string[];
  /** The host name that SMS callers sign. */
  smsHost?: string;
  /** Where mail is taken; a free port unless given. */
  smtpPort?: number;
  /** Where objects are stored; a free port unless given. */
  objectStorePort?: number;
  /** Keeps orders, refunds, notifications and messages over a restart. */
  stateFile?: string;
};

export type Sandbox = {
  origin: string;
  port: number;
  smtpPort: number;
  objectStorePort: number;
  clock: VirtualClock;
  keys: SandboxKeys;
  control: SandboxControl;
  close(): Promise<void>;
};

/** Starts every provider on one port. Rejects with Node's error when the port or the state file cannot be had. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const random = createRandom(options.seed);
  const probes = options.signTestProbes ?? true;
  const closing = new AbortController();
  let origin = options.publicOrigin ?? '';
  const parts: SandboxParts = {
    origin: () => origin,
    clock: createVirtualClock(options.clock ?? { now: Date.now }),
    keys: options.keys ?? makeFreshKeys(),
    random,
    faults: createFaultBook(random),
    journal: openJournal(options.stateFile),
    log: createRequestLog(),
    shopHosts: options.shopHosts ?? [],
    closing: closing.signal,
  };

  const tables = payTables(parts.journal);
  const users = createUserBook();
  const grants = createGrantBook(parts);
  const tokens = createTokenBook(parts);
  const messages = createInbox(parts);
  const people = createPeopleBook();
  const payKeys: { notifyKey: NotifyKey } = { notifyKey: options.notifyKey ?? 'public-key' };
  const notifier = createNotifier(
    parts,
    tables.notifications,
    payDialect(parts, {
      probes,
      notifyKey: () => payKeys.notifyKey,
      retryScheduleMs: options.notifySchedule ?? RETRY_SCHEDULE_MS,
    }),
  );
  const papayBeginnings = beginPapay(parts);
  const orders = createOrderBook(parts, tables, users, notifier, papayBeginnings.tell.paid);
  const refunds = createRefundBook(parts, tables, notifier);

  const router = createRouter();
  startTsa(router, parts);
  const door = createFrontDoor(parts, probes);
  addAuthoriseRoutes(router, parts, users, grants);
  addAccountRoutes(router, parts, users, grants, tokens);
  addMiniRoutes(router, parts, users);
  const jsSdk = addJsSdkRoutes(router, parts, tokens);
  addPayRoutes(router, parts, door, orders);
  addRefundRoutes(router, parts, door, refunds);
  addBillRoutes(router, parts, door, orders, refunds);
  addCashierRoutes(router, parts, orders, users, papayBeginnings.desk);
  const papay = papayBeginnings.start(router, { door, orders, users });
  const aliyun = createAliyunSms(parts, messages, options.smsHost ?? 'dysmsapi.aliyuncs.com');
  const tencent = startTencent(router, parts, messages, people);
  const wbface = startWbface(router, parts, people);
  // Both clouds are called at `/` of a host of their own; here they share one.
  router.on('POST', '/', (request) => (isForTencent(request) ? tencent.handle(request) : aliyun(request)));
  const alipay = startAlipay(router, parts, options.alipayIdentity ?? 'user-id');
  const unionpay = startUnionpay(router, parts);
  const lakala = startLakala(router, parts);
  const rb = startRb(router, parts);
  const medicalAccount = startMedicalAccount(router, parts);
  const partner = startPartner(router, parts);
  addPartnerLogin(router, parts);
  const preExisting = startPreExisting(router, parts);
  const smtp = await startSmtp(parts, options.host ?? '127.0.0.1', options.smtpPort ?? 0);
  const objectStore = await startObjectStore(parts, options.host ?? '127.0.0.1', options.objectStorePort ?? 0);
  const control = createControl(parts, {
    ...{ orders, refunds, notifier, messages, users, grants, tokens, jsSdk, people, tencent, wbface, payKeys },
    mails: smtp.mails,
    objects: objectStore.objects,
    papay,
    alipay,
    unionpay,
    ...{ lakala, rb },
    medicalAccount,
    preExisting,
    partner,
  });
  addPageRoutes(router, parts, { control, users, messages, operatorPages: options.controlApi });
  addMailPages(router, smtp.mails);
  if (options.controlApi) addControlRoutes(router, parts, control);

  const server = await listen(
    { router, log: parts.log, clock: parts.clock },
    options.host ?? '127.0.0.1',
    options.port,
  ).catch(async (error: unknown) => {
    await Promise.all([smtp.close(), objectStore.close()]);
    throw error;
  });
  if (!options.publicOrigin) origin = `http://localhost:${server.port}`;
  notifier.resume();
  refunds.resume();
  papay.resume();
  alipay.resume();
  unionpay.resume();
  lakala.resume();
  rb.resume();
  medicalAccount.resume();

  return {
    origin,
    port: server.port,
    smtpPort: smtp.port,
    objectStorePort: objectStore.port,
    clock: parts.clock,
    keys: parts.keys,
    control,
    close: async () => {
      closing.abort();
      await Promise.all([smtp.close(), objectStore.close()]);
      await server.close();
      await parts.clock.stop();
      parts.journal.close();
    },
  };
}
