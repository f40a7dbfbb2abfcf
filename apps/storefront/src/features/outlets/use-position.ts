import { type Place, wgsToGcj } from '@huimin/domain/outlet';
import { useState } from 'react';

const LIMIT_MS = 10_000;
/** A position of the last minutes is near enough. */
const MAX_AGE_MS = 5 * 60_000;

type Found = { readonly state: 'none' | 'asking' } | { readonly state: 'known'; readonly place: Place } | Failed;
type Failed = { readonly state: 'failed'; readonly message: string };

export type Position = Found & {
  /** Asks the phone, which asks its owner. */
  ask(): void;
};

const FAILURES: Readonly<Record<number, string>> = {
  1: '没有得到允许。可以在手机设置里打开定位，或者按区县找',
  3: '等得太久了，请再试一次，或者按区县找',
};
const NO_POSITION = '手机没有给出位置，请按区县找';

/** Where the phone is, once its owner has asked for it; kept in the page, sent nowhere. `known`: it was asked before. */
export function usePosition(known: Place | null, onKnown: (place: Place) => void): Position {
  const [found, setFound] = useState<Found>(known ? { state: 'known', place: known } : { state: 'none' });
  const ask = () => {
    if (!('geolocation' in navigator)) return setFound({ state: 'failed', message: NO_POSITION });
    setFound({ state: 'asking' });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => {
        const place = wgsToGcj({ longitude, latitude });
        onKnown(place);
        setFound({ state: 'known', place });
      },
      ({ code }) => setFound({ state: 'failed', message: FAILURES[code] ?? NO_POSITION }),
      { timeout: LIMIT_MS, maximumAge: MAX_AGE_MS, enableHighAccuracy: false },
    );
  };
  return { ...found, ask };
}
