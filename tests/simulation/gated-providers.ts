import { createPaymentProviders, type PaymentProviders } from '../../apps/server/src/payment-providers.ts';
import type { Gate, Life } from './gate.ts';

/** What the next call of a server to a provider meets: a request or an answer that nobody ever gets. */
export interface Network {
  next: 'lost-request' | 'lost-answer' | null;
}

const MAY_GET_LOST = new Set([
  ...['create', 'query', 'close', 'refund', 'queryRefund'],
  ...['isOpen', 'permissionPage', 'settlementLines'],
  ...['queryContract', 'terminate'],
]);
const OUTSIDE = new Set([...MAY_GET_LOST, 'verifyNotice', 'downloadBill']);

type Call = (...values: unknown[]) => Promise<unknown>;

/** The providers as the settings make them, every call at the gate and over a network that may lose it. */
export function gatedProviders(
  deps: Parameters<typeof createPaymentProviders>[0],
  gate: Gate,
  life: Life,
  network: Network,
): PaymentProviders {
  const raw = createPaymentProviders(deps);
  const gated = <P extends object>(provider: P, code: string): P =>
    new Proxy(provider, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || typeof name !== 'string' || !OUTSIDE.has(name)) return value;
        const call = value.bind(target) as Call;
        return (...values: unknown[]) =>
          gate.pass(life, `${code} ${name}`, () => overNetwork(network, name, () => call(...values)));
      },
    });
  return {
    ...raw,
    wechatPay: gated(raw.wechatPay, raw.wechatPay.code),
    withholding: raw.withholding && gated(raw.withholding, 'wechat-papay'),
    medicalAccount: raw.medicalAccount && gated(raw.medicalAccount, raw.medicalAccount.code),
    providers: new Map([...raw.providers].map(([code, provider]) => [code, gated(provider, code)])),
  };
}

async function overNetwork(network: Network, name: string, call: () => Promise<unknown>): Promise<unknown> {
  const trouble = MAY_GET_LOST.has(name) ? network.next : null;
  if (trouble === null) return call();
  network.next = null;
  if (trouble === 'lost-answer') await call();
  return { kind: 'unknown', message: `the simulation: ${trouble}` };
}
