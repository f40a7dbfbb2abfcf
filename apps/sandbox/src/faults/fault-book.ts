import type { Random } from '../state/random.ts';
import { FAULT_KINDS, type FaultKind } from './fault-kinds.ts';

export const FAULT_PROVIDERS = ['wechat-account', 'wechat-pay', 'alipay', 'unionpay', 'aliyun-sms'] as const;
export type FaultProvider = (typeof FAULT_PROVIDERS)[number];

/** What a fault may be narrowed to; every named value must be equal. */
export type FaultMatch = { outTradeNo?: string; outRefundNo?: string; phone?: string };

export type FaultRequest = {
  provider: FaultProvider;
  kind: FaultKind;
  /** Name of the call (`order.create`, …) or `notify`; without it, any call. */
  call?: string;
  match?: FaultMatch;
  /** How often it strikes; 1 unless given. */
  times?: number;
  /** Chance of each strike; 1 unless given. */
  probability?: number;
  args?: Record<string, unknown>;
};

export type Fault = FaultRequest & { id: string; times: number; probability: number; strikes: number };

export type FaultBook = {
  /** Throws a TypeError that says what is wrong with the request. */
  add(request: FaultRequest): Fault;
  list(): Fault[];
  /** Removes one fault, or all without an id; tells how many went. */
  remove(id?: string): number;
  /** The fault of one of these kinds that strikes now; it is used up by one. */
  take(provider: FaultProvider, call: string, kinds: readonly FaultKind[], match: FaultMatch): Fault | undefined;
};

/** The faults that tests and people have ordered. */
export function createFaultBook(random: Random): FaultBook {
  let faults: Fault[] = [];
  let sequence = 0;
  return {
    add: (request) => {
      check(request);
      sequence += 1;
      const fault: Fault = { times: 1, probability: 1, ...request, id: `fault-${sequence}`, strikes: 0 };
      faults.push(fault);
      return fault;
    },
    list: () => faults.map((fault) => ({ ...fault })),
    remove: (id) => {
      const before = faults.length;
      faults = id === undefined ? [] : faults.filter((fault) => fault.id !== id);
      return before - faults.length;
    },
    take: (provider, call, kinds, match) => {
      for (const fault of faults) {
        if (fault.provider !== provider || fault.strikes >= fault.times || !kinds.includes(fault.kind)) continue;
        if (fault.call !== undefined && fault.call !== call) continue;
        if (!fits(fault.match, match)) continue;
        if (fault.probability < 1 && random.next() >= fault.probability) continue;
        fault.strikes += 1;
        return fault;
      }
      return undefined;
    },
  };
}

function fits(wanted: FaultMatch | undefined, actual: FaultMatch): boolean {
  return Object.entries(wanted ?? {}).every(([key, value]) => actual[key as keyof FaultMatch] === value);
}

function check(request: FaultRequest): void {
  if (!FAULT_PROVIDERS.includes(request.provider))
    throw new TypeError(`provider must be one of ${FAULT_PROVIDERS.join(', ')}`);
  if (!FAULT_KINDS.includes(request.kind)) throw new TypeError(`unknown fault kind ${String(request.kind)}`);
  if (request.times !== undefined && !(Number.isInteger(request.times) && request.times > 0)) {
    throw new TypeError('times must be a whole number above 0');
  }
  if (request.probability !== undefined && !(request.probability >= 0 && request.probability <= 1)) {
    throw new TypeError('probability must be between 0 and 1');
  }
}
