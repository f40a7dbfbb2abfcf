import { API_BASE_PATH } from '@huimin/contract';
import type { RateLimiter } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import type { Session } from '../../http/handler.ts';
import type { PaperSealer } from '../../papers/index.ts';
import type { MedicalAccount } from '../../ports/medical-account.ts';
import type { MiniProgram } from '../../ports/mini-program.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import type { WechatPay } from '../../ports/wechat-pay.ts';
import type { AskGate } from './ask-gate.ts';

/** What payment reads of an edition. */
export interface SoldEdition {
  readonly document: {
    readonly isDemonstration: boolean;
    /** Who runs the service. */
    readonly name: string;
    readonly proName: string;
    /** The name it is registered by. */
    readonly recordFilingName: string;
    readonly tel: string;
    /** First day of cover. */
    readonly validDate: string;
    readonly payList: readonly { readonly value: string }[];
    /** What is offered inside Alipay's own browser. */
    readonly aliPayList: readonly { readonly value: string }[];
  };
}

export interface SoldEditions {
  edition(code?: string): SoldEdition | null;
}

export interface PaymentDependencies extends Core {
  /** By the code stored with every attempt and payment; a method without its provider here is not offered. */
  readonly providers: ReadonlyMap<string, PaymentProvider>;
  /** Signs for the bridge inside WeChat; also one of `providers`. */
  readonly wechatPay: WechatPay;
  /** Asks the owner of a personal account; also one of `providers`. Null where it is not offered. */
  readonly medicalAccount: MedicalAccount | null;
  readonly limiter: Pick<RateLimiter, 'allows'>;
  readonly editions: SoldEditions;
  /** True on a distributed engine: a statement then holds the payments of one shard only. */
  readonly groupByShard: boolean;
  /** Where browsers see the storefront; the cashier sends them back there. */
  readonly publicOrigin: string;
  /** 16 bytes; the verification codes on papers. */
  readonly paperKey: Buffer;
  /** Signs the record of an order's money; null where papers are not signed. */
  readonly signing: { readonly sealer: PaperSealer } | null;
  /** Where the provider reaches this server with its notices. */
  readonly notifyOrigin: string;
  /** Text messages about the result of a payment can be sent, so they may be promised. */
  readonly tellsResults: boolean;
  /** Shared by all handlers of one process. */
  readonly askGate: AskGate;
  /** Whose web view may show the shop; null where the settings name none. */
  readonly miniProgram: MiniProgram | null;
  /** The openId of a browser as it is known to all servers now, or null. */
  openIdOf(session: Session | null): Promise<string | null>;
}

/** The provider of an attempt, by the code stored with it. */
export function providerOf(deps: Pick<PaymentDependencies, 'providers'>, code: string): PaymentProvider {
  const provider = deps.providers.get(code);
  if (!provider) throw new Error(`no payment provider "${code}"`);
  return provider;
}

/** The address that a provider is told to send its notices to. */
export function notifyUrlOf(deps: Pick<PaymentDependencies, 'notifyOrigin'>, provider: PaymentProvider): string {
  return `${deps.notifyOrigin}${API_BASE_PATH}${provider.notices.path}`;
}
