import type { OutletValue } from '@huimin/contract';
import { distanceM, type Place } from '@huimin/domain/outlet';

export interface ShownOutlet {
  readonly outlet: OutletValue;
  /** Metres from where the phone is; null while that is not known, or the outlet's place is not. */
  readonly distanceM: number | null;
}

/** The districts of a city's outlets, in the order of the list. */
export function districtsOf(outlets: readonly OutletValue[]): string[] {
  return [...new Set(outlets.map(({ district }) => district))];
}

/** What is shown of a city's outlets: of one district, with every word that is sought, the nearest first. */
export function shownOutlets(
  outlets: readonly OutletValue[],
  wanted: { readonly district: string | null; readonly text: string; readonly place: Place | null },
): ShownOutlet[] {
  const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
  return outlets
    .filter(({ district }) => wanted.district === null || district === wanted.district)
    .filter((outlet) => {
      const all = `${outlet.name} ${outlet.organisation} ${outlet.district} ${outlet.address}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .map((outlet) => ({ outlet, distanceM: metresTo(outlet, wanted.place) }))
    .sort((a, b) => (a.distanceM ?? Number.MAX_VALUE) - (b.distanceM ?? Number.MAX_VALUE));
}

function metresTo({ longitude, latitude }: OutletValue, place: Place | null): number | null {
  return place === null || longitude === null || latitude === null ? null : distanceM(place, { longitude, latitude });
}
