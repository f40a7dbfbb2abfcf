import type { Core } from '../../core.ts';
import { serverCounter, type WorkerNumber } from '../../db/worker-number.ts';
import { lineTickets } from './line-tickets.ts';
import { createPurchaseLine, type PurchaseLine } from './purchase-line.ts';
import { residentsInLine } from './residents-in-line.ts';

/** The line of this server, and whether residents stand in one anywhere. */
export function openLine(
  deps: Pick<Core, 'clock' | 'random' | 'index' | 'database'> & { readonly workerNumber: WorkerNumber },
  room: number,
): { readonly line: PurchaseLine; readonly residentsWait: () => Promise<boolean> } {
  const { clock, random, index } = deps;
  const residents = residentsInLine({ ...deps, worker: deps.workerNumber });
  const line = createPurchaseLine({
    ...{ clock, random, room },
    tickets: lineTickets(index),
    serverCount: serverCounter(deps),
    onPlace: residents.note,
  });
  return { line, residentsWait: residents.areThere };
}
