import { hash } from 'node:crypto';
import type { InspectionDependencies } from './inspection-deps.ts';
import {
  countHours,
  keptHours,
  type PaidHour,
  paidAtPlaces,
  paidOrders,
  type SalesRange,
  type WantedPlace,
} from './sales.ts';

/**
 * How a sample is drawn; kept with it, so that it is repeated as it was drawn.
 * 1: the orders with the smallest hashes over seed and order number. Every order of the range is hashed.
 * 2: hashes over seed and 1, 2, 3 … give places in the list of payments. Only the orders that come out are read.
 */
export type DrawMethod = 1 | 2;
export const DRAWN_NOW: DrawMethod = 2;

export interface Drawn {
  readonly population: number;
  readonly orderIds: readonly bigint[];
}

interface Draw {
  readonly seed: string;
  readonly size: number;
  readonly method: DrawMethod;
}

/** Draws a new sample. */
export async function draw(deps: InspectionDependencies, range: SalesRange, one: Draw): Promise<Drawn> {
  const drawn = one.method === 1 ? null : await drawByPlace(deps, range, one, await keptHours(deps, range));
  // An hour that is not as it was kept: something was altered, and all are counted.
  return drawn ?? drawAgain(deps, range, one);
}

/** Draws from nothing but the payments as they are now, to be held against what was drawn then. */
export async function drawAgain(deps: InspectionDependencies, range: SalesRange, one: Draw): Promise<Drawn> {
  if (one.method === 1) return drawByHash(deps, range, one);
  const drawn = await drawByPlace(deps, range, one, await countHours(deps, range));
  if (drawn === null) throw new Error('the payments of former hours change');
  return drawn;
}

/** By which an order's place in a draw by hash is found: anybody works it out from the seed and the number on the order. */
export const drawHash = (seed: string, orderNo: string): string => hash('sha256', seed + orderNo);

/** Goes once through all orders of the range and keeps the smallest. */
async function drawByHash(deps: InspectionDependencies, range: SalesRange, { seed, size }: Draw): Promise<Drawn> {
  let population = 0;
  let best: { readonly id: bigint; readonly hash: string }[] = [];
  for await (const ids of paidOrders(deps, range)) {
    population += ids.length;
    const limit = best.length < size ? null : best.at(-1)?.hash;
    for (const id of ids) {
      const one = drawHash(seed, deps.numbers.orderNo(id));
      if (limit == null || one < limit) best.push({ id, hash: one });
    }
    best = best.sort((a, b) => (a.hash < b.hash ? -1 : 1)).slice(0, size);
  }
  return { population, orderIds: best.map(({ id }) => id) };
}

/** Of a hash, 60 bits: what any shell can divide; of ten million orders none is likelier by more than one in 10^11. */
const HEX_DIGITS = 15;

/** Places in a list, from 1, in the order in which they come out, each once. */
export function drawnPlaces(seed: string, population: number, size: number): number[] {
  const places = new Set<number>();
  for (let turn = 1; places.size < Math.min(size, population); turn++) {
    const bits = BigInt(`0x${hash('sha256', `${seed}:${turn}`).slice(0, HEX_DIGITS)}`);
    places.add(Number(bits % BigInt(population)) + 1);
  }
  return [...places];
}

/** Reads in each hour only what came out; null where an hour has more or fewer than was counted. */
async function drawByPlace(
  deps: InspectionDependencies,
  range: SalesRange,
  { seed, size }: Draw,
  hours: readonly PaidHour[],
): Promise<Drawn | null> {
  const population = hours.reduce((sum, { orders }) => sum + orders, 0);
  const places = drawnPlaces(seed, population, size);
  const wanted = new Map<number, WantedPlace & PaidHour>();
  const sorted = [...places].sort((a, b) => a - b);
  let [before, next] = [0, 0];
  for (const { hour, orders } of hours) {
    for (let place = sorted[next]; place !== undefined && place <= before + orders; place = sorted[++next]) {
      wanted.set(place, { hour, orders, hourMs: hour, skip: place - before - 1 });
    }
    before += orders;
  }
  const found = await paidAtPlaces(deps, range, wanted);
  const ids = new Map(found.map(({ place, order_id: id }) => [place, id]));
  const isAsCounted =
    found.length === places.length && found.every(({ place, orders }) => wanted.get(place)?.orders === orders);
  return isAsCounted ? { population, orderIds: places.flatMap((place) => ids.get(place) ?? []) } : null;
}

/** What a Mac calls by another name. */
const SAME_NAME = 'command -v sha256sum >/dev/null || sha256sum() { shasum -a 256; }';

/** How anybody repeats a draw: the numbers, one a line, and the tools of any system. */
export function drawRecipe({ seed, size, method }: Draw): string {
  if (method === 1) {
    return [
      SAME_NAME,
      `seed='${seed}'`,
      `while read -r n; do printf '%s  %s\\n' "$(printf '%s%s' "$seed" "$n" | sha256sum | cut -c1-64)" "$n"; done < orders.txt |`,
      `  LC_ALL=C sort | head -n ${size}`,
    ].join('\n');
  }
  return [
    SAME_NAME,
    `seed='${seed}'; all=$(grep -c . orders.txt); seen=' '; i=0; n=0`,
    `while [ $n -lt ${size} ]; do`,
    `  i=$((i + 1)); k=$((0x$(printf '%s:%s' "$seed" $i | sha256sum | cut -c1-${HEX_DIGITS}) % all + 1))`,
    `  case $seen in *" $k "*) ;; *) seen="$seen$k "; n=$((n + 1)); sed -n "\${k}p" orders.txt ;; esac`,
    'done',
  ].join('\n');
}
