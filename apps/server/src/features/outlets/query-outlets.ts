import type { Calls, OutputOf } from '@huimin/contract';
import { inChannel, type Outlet } from '@huimin/domain/outlet';
import { CITIES } from '@huimin/domain/region';
import type { RateLimiter, RateRule } from '../../coordination/rate-limit.ts';
import type { Core } from '../../core.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { outletsOfList, shownVersion } from './outlet-store.ts';

export interface OutletDependencies extends Pick<Core, 'database'> {
  readonly limiter: RateLimiter;
}

const ADDRESS_RULE: RateRule = { name: 'outlets-address', limit: 1_200, windowMs: 600_000 };

/** The outlets of a city in a channel's list. */
export function queryOutlets(deps: OutletDependencies): Handler<Calls['queryOutlets']> {
  const listOf = shownList(deps);
  return async ({ channel = 'branch', cityCode }, request) => {
    if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return fail('too-many-requests');
    return ok(outletListView(inChannel(await listOf(), channel), cityCode ?? null));
  };
}

/** The outlets of a city, or of the one with the most, and which cities have any. */
export function outletListView(listed: readonly Outlet[], wantedCity: string | null): OutputOf<Calls['queryOutlets']> {
  const cities = CITIES.flatMap(({ code, shortName }) => {
    const count = listed.filter((outlet) => outlet.cityCode === code).length;
    return count > 0 ? [{ cityCode: code, name: shortName, count }] : [];
  });
  const largest = cities.reduce<(typeof cities)[number] | null>(
    (most, city) => (most && most.count >= city.count ? most : city),
    null,
  );
  const shown = wantedCity ?? largest?.cityCode ?? null;
  return {
    cities,
    cityCode: shown,
    outlets: listed.filter((outlet) => outlet.cityCode === shown).map(withoutPlacing),
  };
}

function withoutPlacing({ cityCode: _city, channels: _channels, ...outlet }: Outlet) {
  return { ...outlet, services: [...outlet.services] };
}

/** The list that is shown, read again when another is. */
function shownList({ database }: Pick<Core, 'database'>): () => Promise<readonly Outlet[]> {
  let kept: { version: number; outlets: readonly Outlet[] } | null = null;
  return async () => {
    const version = await shownVersion(database.query);
    if (version === null) return [];
    if (kept?.version !== version) kept = { version, outlets: await outletsOfList(database.query, version) };
    return kept.outlets;
  };
}
