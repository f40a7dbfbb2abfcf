import { hash } from 'node:crypto';
import type { InspectionDependencies } from './inspection-deps.ts';
import { paidOrders, type SalesRange } from './sales.ts';

/** By which an order's place in a draw is found: anybody works it out from the seed and the number on the order. */
export const drawHash = (seed: string, orderNo: string): string => hash('sha256', seed + orderNo);

export interface Drawn {
  readonly population: number;
  /** Those with the smallest hashes, the smallest first. */
  readonly orderIds: readonly bigint[];
}

/** Goes once through all orders of the range and keeps the smallest. */
export async function draw(
  deps: InspectionDependencies,
  range: SalesRange,
  seed: string,
  size: number,
): Promise<Drawn> {
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

/** How anybody repeats a draw: the numbers, one a line, and the tools of any system. */
export function drawRecipe(seed: string, size: number): string {
  return [
    `seed='${seed}'`,
    `while read -r n; do printf '%s  %s\\n' "$(printf '%s%s' "$seed" "$n" | sha256sum | cut -c1-64)" "$n"; done < orders.txt |`,
    `  LC_ALL=C sort | head -n ${size}`,
  ].join('\n');
}
