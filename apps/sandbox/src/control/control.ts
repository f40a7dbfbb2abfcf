import type { AlipayControl } from '../alipay/alipay-control.ts';
import type { RunningAlipay } from '../alipay/start-alipay.ts';
import type { FaultBook } from '../faults/fault-book.ts';
import type { LogEntry } from '../http/request-log.ts';
import type { PeopleBook } from '../identity/people-book.ts';
import type { LakalaControl } from '../lakala/lakala-control.ts';
import type { RunningLakala } from '../lakala/start-lakala.ts';
import type { MedicalAccountControl } from '../medical-account/medical-account-control.ts';
import type { RunningMedicalAccount } from '../medical-account/start-medical-account.ts';
import type { ObjectBook } from '../object-store/object-book.ts';
import type { RunningPartner } from '../partner/start-partner.ts';
import type { PreExistingControl, RunningPreExisting } from '../pre-existing/registry-calls.ts';
import type { RbControl } from '../rb/rb-control.ts';
import type { RunningRb } from '../rb/start-rb.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { Inbox, SmsMessage } from '../sms/inbox.ts';
import type { MailBox } from '../smtp/mail-box.ts';
import type { RunningTencent } from '../tencent/start-tencent.ts';
import type { RunningUnionpay } from '../unionpay/start-unionpay.ts';
import type { UnionpayControl } from '../unionpay/unionpay-control.ts';
import type { RunningWbface } from '../wbface/start-wbface.ts';
import type { GrantBook } from '../wechat-account/grant-book.ts';
import type { JsConfig, JsSdk, JsVerdict, ShareRecord } from '../wechat-account/js-sdk-routes.ts';
import type { TokenBook } from '../wechat-account/token-book.ts';
import type { SandboxUser, UserBook } from '../wechat-account/user-book.ts';
import type { PapayControl } from '../wechat-papay/papay-control.ts';
import type { RunningPapay } from '../wechat-papay/start-papay.ts';
import type { NotifyKey } from '../wechat-pay/notify-dialect.ts';
import type { OrderBook, TradeState } from '../wechat-pay/order-book.ts';
import type { PayNotifier, PayOrder, Refund } from '../wechat-pay/pay-rows.ts';
import type { RefundBook } from '../wechat-pay/refund-book.ts';

import type { IdentityControl } from './identity-control-routes.ts';

export type ControlBooks = {
  orders: OrderBook;
  refunds: RefundBook;
  notifier: PayNotifier;
  messages: Inbox;
  mails: MailBox;
  objects: ObjectBook;
  people: PeopleBook;
  payKeys: { notifyKey: NotifyKey };
  tencent: RunningTencent;
  wbface: RunningWbface;
  users: UserBook;
  grants: GrantBook;
  tokens: TokenBook;
  jsSdk: JsSdk;
  papay: RunningPapay;
  alipay: RunningAlipay;
  unionpay: RunningUnionpay;
  lakala: RunningLakala;
  rb: RunningRb;
  medicalAccount: RunningMedicalAccount;
  preExisting: RunningPreExisting;
  partner: RunningPartner;
};

export type OrderAction = 'pay' | 'pay-no-return' | 'cancel' | 'balance-short' | 'close' | 'force-pay';
export const ORDER_ACTIONS: readonly OrderAction[] = [
  'pay',
  'pay-no-return',
  'cancel',
  'balance-short',
  'close',
  'force-pay',
];

export type OrderReport = PayOrder & { tradeState: TradeState };

/** Everything a test may do to the sandbox; the control API is the same over HTTP. */
export type SandboxControl = {
  /** Forgets all rows, faults, log lines, codes and tokens; the clock keeps its time. */
  reset(): void;
  faults: Pick<FaultBook, 'add' | 'list' | 'remove' | 'offers'>;
  orders: {
    list(): OrderReport[];
    find(outTradeNo: string): OrderReport | undefined;
    /** Presses a cashier button. `force-pay` pays even a closed order. Throws PayError when it cannot be paid. */
    act(outTradeNo: string, action: OrderAction, openid?: string): OrderReport;
  };
  /** Which key of WeChat Pay signs notifications from now on; `mixed` is how a change of keys looks to the shop. */
  notifyKey: { get(): NotifyKey; set(key: NotifyKey): void };
  refunds: { list(): Refund[]; settle(outRefundNo: string, status?: 'SUCCESS' | 'CLOSED' | 'ABNORMAL'): Refund };
  notifications: Pick<PayNotifier, 'list' | 'resend' | 'drop' | 'hold' | 'release'>;
  /** Withholding contracts and charges of WeChat Pay. */
  papay: PapayControl;
  alipay: AlipayControl;
  unionpay: UnionpayControl;
  lakala: LakalaControl;
  rb: RbControl;
  medicalAccount: MedicalAccountControl;
  /** The registry of pre-existing conditions, and what was asked of it. */
  preExisting: PreExistingControl;
  identity: IdentityControl;
  /** Newest first. */
  sms(phone?: string): SmsMessage[];
  /** Newest first. */
  mails: MailBox['list'];
  /** What is stored; `damage` changes a byte as whoever has the disks could. */
  objects: Pick<ObjectBook, 'list' | 'find' | 'damage'>;
  users: { list(): SandboxUser[]; add(user: SandboxUser): void };
  shares(): ShareRecord[];
  /**
   * Judges a `wx.config` as a client does. Android looks at the page's present address, an iPhone at the one its web view
   * was first opened at, `landing`.
   */
  verifyJs(config: JsConfig, client: 'android' | 'ios', landing?: string): JsVerdict;
  /** Newest first. */
  log(): LogEntry[];
  /** Resolves when everything due by now (first sends of notifications) is done. */
  settle(): Promise<void>;
};

/** Binds the control functions to the running books. */
export function createControl(parts: SandboxParts, books: ControlBooks): SandboxControl {
  const report = (order: PayOrder): OrderReport => ({ ...order, tradeState: books.orders.stateOf(order) });
  return {
    reset: () => {
      parts.clock.clear();
      parts.journal.clear();
      parts.faults.remove();
      parts.log.clear();
      books.notifier.release();
      books.papay.reset();
      books.alipay.reset();
      books.unionpay.reset();
      books.lakala.reset();
      books.rb.reset();
      books.medicalAccount.reset();
      books.preExisting.reset();
      books.partner.reset();
      books.people.reset();
      books.wbface.reset();
      books.users.reset();
      books.grants.reset();
      books.tokens.reset();
      books.jsSdk.shares.reset();
    },
    faults: parts.faults,
    orders: {
      list: () => books.orders.list().map(report),
      find: (outTradeNo) => {
        const order = books.orders.find(outTradeNo);
        return order && report(order);
      },
      act: (outTradeNo, action, openid) => {
        const order = books.orders.find(outTradeNo);
        if (!order) throw new RangeError(`no order ${outTradeNo}`);
        if (action === 'pay' || action === 'pay-no-return') return report(books.orders.pay(outTradeNo, { openid }));
        if (action === 'force-pay') return report(books.orders.pay(outTradeNo, { openid, force: true }));
        return report(order);
      },
    },
    notifyKey: {
      get: () => books.payKeys.notifyKey,
      set: (key) => {
        books.payKeys.notifyKey = key;
      },
    },
    refunds: books.refunds,
    notifications: books.notifier,
    papay: books.papay.control,
    alipay: books.alipay.control,
    unionpay: books.unionpay.control,
    lakala: books.lakala.control,
    rb: books.rb.control,
    medicalAccount: books.medicalAccount.control,
    preExisting: books.preExisting.control,
    identity: { people: books.people, faces: books.tencent.faces, wbface: books.wbface.records },
    mails: (to) => books.mails.list(to),
    objects: books.objects,
    sms: (phone) => books.messages.list(phone),
    users: books.users,
    verifyJs: (config, client, landing) =>
      books.jsSdk.judge(
        client === 'ios' && landing !== undefined
          ? { ...config, url: withoutHash(landing) }
          : { ...config, url: withoutHash(config.url) },
      ),
    shares: () => books.jsSdk.shares.list(),
    log: () => parts.log.entries(),
    settle: () => parts.clock.settle(),
  };
}

/** An address up to its fragment, which takes no part in the signature. */
function withoutHash(address: string): string {
  return address.split('#')[0] ?? '';
}
