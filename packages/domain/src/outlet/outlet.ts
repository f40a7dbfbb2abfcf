/** What an outlet does for residents. */
export const OUTLET_SERVICES = { insure: '投保', claim: '理赔', change: '改信息', elder: '老年专窗' } as const;
export type OutletService = keyof typeof OUTLET_SERVICES;

/** The lists that residents come to by address, and the one city that some of them are of. */
export const OUTLET_CHANNELS = {
  branch: null,
  jsbranch: null,
  cbc: null,
  ntbranch: '320600',
  czbranch: '320400',
  yzbranch: '321000',
  sqbranch: '321300',
  suqbranch: '321300',
} as const satisfies Readonly<Record<string, string | null>>;
export type OutletChannel = keyof typeof OUTLET_CHANNELS;

/** A place where residents are served face to face. */
export interface Outlet {
  readonly code: string;
  /** Insurer, bank, community centre… */
  readonly organisation: string;
  readonly name: string;
  readonly cityCode: string;
  readonly district: string;
  readonly address: string;
  /** As maps in China have it (GCJ-02); null where only the address is known. */
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly phone: string;
  readonly hours: string;
  readonly services: readonly OutletService[];
  readonly channels: readonly OutletChannel[];
  /** Credited with an order of a resident who chose this outlet. */
  readonly agentCode: string | null;
}

type Listed = Pick<Outlet, 'cityCode' | 'channels'>;

/**
 * Which outlets stand in a channel's list. Where the file names any for it, those; else all of its city. The bank's list
 * has only who is named.
 */
export function inChannel<O extends Listed>(outlets: readonly O[], channel: OutletChannel): O[] {
  const city = OUTLET_CHANNELS[channel];
  const named = outlets.filter((outlet) => outlet.channels.includes(channel));
  if (named.length > 0 || channel === 'cbc') return named;
  return outlets.filter((outlet) => city === null || outlet.cityCode === city);
}
