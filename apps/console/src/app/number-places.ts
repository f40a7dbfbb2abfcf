import type { StaffPermission } from '@huimin/contract/vocabulary';

interface NumberPlace {
  readonly address: string;
  /** What whoever opens the page needs. */
  readonly needs: StaffPermission;
}

/** Where the thing with a number stands, by the letters that all of its kind begin with. */
const PLACES: Readonly<Record<string, NumberPlace>> = {
  JS: { address: '/orders/', needs: 'orders.view' },
  TD: { address: '/groups/', needs: 'groups.view' },
  GZ: { address: '/changes?open=', needs: 'changes.view' },
  ZT: { address: '/changes?topic=mid-year&open=', needs: 'changes.view' },
  TY: { address: '/reviews?queue=drug&no=', needs: 'reviews.view' },
  FH: { address: '/reviews?queue=appeal&no=', needs: 'reviews.view' },
  TS: { address: '/complaints?number=', needs: 'complaints.view' },
  JK: { address: '/services?part=bookings&booking=', needs: 'catalogue.view' },
};

/** Where what has this number stands, as it was given to somebody or typed by hand; null for any other text. */
export function placeOfNumber(text: string): NumberPlace | null {
  const [, kind = ''] = /^([A-Z]{2})\d{19}$/.exec(text.toUpperCase()) ?? [];
  const place = PLACES[kind];
  return place === undefined ? null : { ...place, address: `${place.address}${text.toUpperCase()}` };
}

/** Of the numbers that lead to a page, `/changes`, the address: what its part of the search box finds. */
export function placeOn(path: string): (text: string) => string | null {
  return (text) => {
    const address = placeOfNumber(text)?.address ?? '';
    return /^\/[a-z-]+/.exec(address)?.[0] === path ? address : null;
  };
}
