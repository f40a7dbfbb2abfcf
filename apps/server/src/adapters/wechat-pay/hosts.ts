import type { Clock } from '../../ports/outside.ts';

/** A host that could not be reached is not asked first for so long: long enough to spare those who pay, short enough to go back soon. */
const AVOIDED_MS = 60_000;

export interface Host {
  readonly base: URL;
  /** Path below which its calls lie, without a slash at the end. */
  readonly prefix: string;
}

/** The provider's addresses, the first of which is asked unless it could not be reached lately. */
export interface Hosts {
  readonly first: Host;
  /** Whom to ask now. */
  present(): Host;
  /** `host` could not be reached, or did not answer in time: whom to ask instead, null where there is no other. */
  instead(host: Host): Host | null;
  readonly hasAnother: boolean;
}

export function createHosts(addresses: readonly string[], clock: Clock): Hosts {
  const hosts = addresses.map((address): Host => {
    const base = new URL(address);
    return { base, prefix: base.pathname.replace(/\/$/, '') };
  });
  const [first] = hosts;
  if (first === undefined) throw new Error('no address');
  /** By host, until when it is not asked first. */
  const avoided = new Map<Host, number>();
  const isAvoided = (host: Host) => clock.now() < (avoided.get(host) ?? 0);
  return {
    first,
    hasAnother: hosts.length > 1,
    present: () => hosts.find((host) => !isAvoided(host)) ?? first,
    instead(host) {
      avoided.set(host, clock.now() + AVOIDED_MS);
      return hosts.find((other) => other !== host) ?? null;
    },
  };
}
