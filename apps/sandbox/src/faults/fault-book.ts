import type { Random } from '../state/random.ts';
import { FAULT_KINDS, type FaultKind } from './fault-kinds.ts';

export const FAULT_PROVIDERS = [
  'wechat-account',
  'wechat-pay',
  'wechat-papay',
  'alipay',
  'unionpay',
  'medical-account',
  'pre-existing',
  'lakala',
  'rb',
  'aliyun-sms',
  'smtp',
  'tencent',
  'wbface',
  'object-store',
  'tsa',
] as const;
export type FaultProvider = (typeof FAULT_PROVIDERS)[number];

/** What a fault may be narrowed to; every named value must be equal. */
export type FaultMatch = {
  outTradeNo?: string;
  outRefundNo?: string;
  phone?: string;
  /** Name and port by which it was asked, where a provider has more than one host. */
  host?: string;
};

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

/** At which calls each kind strikes; a kind that is not in it the provider has no notion of. */
export type FaultOffers = Partial<Record<FaultKind, readonly string[]>>;

export type FaultBook = {
  /** Tells that these kinds strike at this call. Said where the provider is built; what nobody offers is refused. */
  offer(provider: FaultProvider, call: string, kinds: readonly FaultKind[]): void;
  /** What each running provider offers. */
  offers(): Partial<Record<FaultProvider, FaultOffers>>;
  /** Throws a TypeError that says what is wrong with the request, or that the provider has no such fault. */
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
  const offered = new Map<FaultProvider, Map<FaultKind, Set<string>>>();

  const checkOffer = ({ provider, kind, call }: FaultRequest): void => {
    const kinds = offered.get(provider);
    const calls = kinds?.get(kind);
    if (!calls)
      throw new TypeError(`${provider} has no fault ${kind}; it has ${[...(kinds?.keys() ?? [])].join(', ')}`);
    if (call !== undefined && !calls.has(call))
      throw new TypeError(`at ${provider} ${kind} strikes at ${[...calls].join(', ')}, not at ${call}`);
  };

  return {
    offer: (provider, call, kinds) => {
      const known = offered.get(provider) ?? new Map<FaultKind, Set<string>>();
      for (const kind of kinds) known.set(kind, (known.get(kind) ?? new Set()).add(call));
      offered.set(provider, known);
    },
    offers: () =>
      Object.fromEntries(
        [...offered].map(([provider, kinds]) => [
          provider,
          Object.fromEntries([...kinds].map(([kind, calls]) => [kind, [...calls]])),
        ]),
      ),
    add: (request) => {
      check(request);
      checkOffer(request);
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
