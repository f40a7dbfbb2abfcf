import { formatDateTime } from '../date/index.ts';

/** A sale that stands still, as residents are told of it. */
export interface SalePause {
  /** Six digits of a city; null: the whole province. */
  city: string | null;
  /** `苏州市`, `全省` */
  place: string;
  /** Why, in words for residents. */
  text: string;
  /** When it is thought to go on, `YYYY-MM-DD HH:mm:ss` in Beijing; null: nobody knows yet. */
  until: string | null;
}

type Pauses = readonly SalePause[] | undefined;

/** The pause of the whole province, or null. */
export function pauseOfAll(pauses: Pauses): SalePause | null {
  return pauses?.find(({ city }) => city === null) ?? null;
}

/** The pause that a region lies in: its own city's, or the whole province's; null where people can buy. */
export function pauseOfRegion(pauses: Pauses, regionCode: string): SalePause | null {
  const own = pauses?.find(({ city }) => city !== null && city.slice(0, 4) === regionCode.slice(0, 4));
  return own ?? pauseOfAll(pauses);
}

/** `苏州市暂停参保：系统维护，预计 2026.11.27 20:00 恢复` */
export function pauseSentence({ place, text, until }: SalePause): string {
  return `${place}暂停参保：${text}${until === null ? '' : `，预计 ${formatDateTime(until)} 恢复`}`;
}

/** Why nothing is sold anywhere, as `pauseSentence` says it; null while something is. */
export function whyStandsStill(pauses: Pauses): string | null {
  const pause = pauseOfAll(pauses);
  return pause && pauseSentence(pause);
}
