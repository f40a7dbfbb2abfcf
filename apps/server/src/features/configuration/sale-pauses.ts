import { beijingDateTime } from '@huimin/domain/date';
import type { SalePause } from '@huimin/domain/product';
import { CITIES } from '@huimin/domain/region';
import type { Query } from '../../db/database.ts';

/** `苏州市`; `全省` where no city is named. */
export function pausedPlace(city: string | null): string {
  return city === null ? '全省' : (CITIES.find(({ code }) => code === city)?.name ?? city);
}

/** Where the sale stands still, by edition. */
export async function openPauses(query: Query): Promise<Map<string, SalePause[]>> {
  const rows = await query<{
    edition_code: string;
    city: string | null;
    resident_text: string;
    expected_until: number | null;
  }>(`select edition_code, city, resident_text, expected_until from sale_pauses where ended_at is null order by id`);
  const pauses = new Map<string, SalePause[]>();
  for (const { edition_code: edition, city, resident_text: text, expected_until: untilMs } of rows) {
    const until = untilMs === null ? null : beijingDateTime(untilMs);
    pauses.set(edition, [...(pauses.get(edition) ?? []), { city, place: pausedPlace(city), text, until }]);
  }
  return pauses;
}
