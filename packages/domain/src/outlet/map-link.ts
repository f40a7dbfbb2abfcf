import type { Outlet } from './outlet.ts';

/** The only places a map link leads to. */
export const MAP_ORIGINS = { amap: 'https://uri.amap.com', tencent: 'https://apis.map.qq.com' } as const;

/**
 * An address that opens the phone's map at an outlet, by its coordinates or else by its address. Of the resident nothing
 * goes along. `tencent` works inside the messaging app, `amap` hands over to the phone's map elsewhere.
 */
export function mapLink(
  outlet: Pick<Outlet, 'name' | 'address' | 'longitude' | 'latitude'>,
  service: keyof typeof MAP_ORIGINS,
): string {
  const { name, address, longitude, latitude } = outlet;
  const at = longitude === null || latitude === null ? null : { longitude, latitude };
  const query =
    service === 'amap'
      ? at
        ? { position: `${at.longitude},${at.latitude}`, name, coordinate: 'gaode', callnative: '1' }
        : { keyword: `${address} ${name}`, callnative: '1' }
      : at
        ? {
            // Its own marks between the parts.
            marker: `coord:${at.latitude},${at.longitude};title:${plain(name)};addr:${plain(address)}`,
            referer: 'huimin',
          }
        : { keyword: `${address} ${name}`, referer: 'huimin' };
  const path = service === 'amap' ? (at ? '/marker' : '/search') : at ? '/uri/v1/marker' : '/uri/v1/search';
  const url = new URL(path, MAP_ORIGINS[service]);
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  return url.href;
}

function plain(text: string): string {
  return text.replace(/[;:|]/g, ' ');
}
