import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOneFile } from '../../scripts/one-file.mjs';
import { sweepFolders, throwAwayFolder } from '../postgres/throw-away-folder.ts';
import { type LaneReport, runLane } from './lane.ts';
import type { DiskReport } from './look-at-disk.ts';

export interface KillReport extends DiskReport {
  readonly kills: number;
  /** Of them, those that took along what had not been flushed. */
  readonly powerCuts: number;
  readonly acknowledged: number;
  /** In the middle of what the servers were killed, and how often. */
  readonly moments: Readonly<Record<string, number>>;
  /** Whether the segments lay in the machine's memory, where a flush is nothing. */
  readonly inMemory: boolean;
  readonly secondsPerKill: number;
  readonly broke: readonly string[];
}

export interface KillOptions {
  readonly kills: number;
  /** Servers that are killed beside each other, each with a database, a folder and phones of its own. */
  readonly servers?: number;
  /** Of each server. */
  readonly phones?: number;
  /** In which the servers' folders are made. */
  readonly place?: string;
  /** Whether to end and look at the disk, though there were fewer kills. */
  isOver?(): boolean;
  /** Longest time under load before a kill. */
  readonly mostMs?: number;
  progress?(): void;
}

const FOLDERS = 'recording-kill-';
const TMPFS = 0x01021994;

/** Whether nothing is wrong by a report. */
export const isClean = (report: KillReport): boolean =>
  report.lost + report.damaged + report.missing + report.indexDifferences + report.broke.length === 0;

/** Kills real servers under load, again and again, and looks after each kill and in the end whether all they answered for is there. */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const { servers = 2, phones = 6, mostMs = 500, place = tmpdir() } = options;
  await sweepFolders(FOLDERS, async () => {}, place);
  const own = throwAwayFolder(FOLDERS, place);
  const remove = () => rmSync(own, { recursive: true, force: true });
  process.once('exit', remove);
  const moments: Record<string, number> = {};
  let [begun, kills, powerCuts] = [0, 0, 0];
  try {
    const program = join(own, 'server.mjs');
    await makeOneFile(join(import.meta.dirname, 'server.ts'), program, { changesBuiltins: true });
    const startedMs = performance.now();
    const lanes = Array.from({ length: Math.min(servers, options.kills) }, (_, index) => {
      const folder = join(own, String(index));
      mkdirSync(folder);
      return runLane({
        ...{ program, folder, phones, mostMs },
        mayKill: () => !options.isOver?.() && begun < options.kills && ++begun > 0,
        killed({ disk, job }, isPowerCut) {
          kills += 1;
          if (isPowerCut) powerCuts += 1;
          for (const word of [disk, ...(job === null ? [] : [`at ${job}`])]) moments[word] = (moments[word] ?? 0) + 1;
          options.progress?.();
        },
      });
    });
    const ended = Promise.all(lanes);
    const reports = await ended.finally(() => Promise.allSettled(lanes));
    const sum = (of: (report: LaneReport) => number) => reports.reduce((total, report) => total + of(report), 0);
    return {
      ...{ kills, powerCuts, acknowledged: sum((one) => one.acknowledged) },
      ...{ lost: sum((one) => one.lost), damaged: sum((one) => one.damaged), missing: sum((one) => one.missing) },
      neverFlushed: sum((one) => one.neverFlushed),
      losses: reports.flatMap(({ losses }) => losses),
      indexDifferences: sum((one) => one.indexDifferences),
      notYetIndexed: sum((one) => one.notYetIndexed),
      segments: sum((one) => one.segments),
      sealedObjects: sum((one) => one.sealedObjects),
      segmentsFreed: sum((one) => one.segmentsFreed),
      sealedBeforeLook: sum((one) => one.sealedBeforeLook),
      moments,
      inMemory: statfsSync(own).type === TMPFS,
      secondsPerKill: Math.round((performance.now() - startedMs) / 10 / Math.max(1, kills)) / 100,
      broke: reports.flatMap(({ broke }) => broke ?? []),
    };
  } finally {
    remove();
    process.removeListener('exit', remove);
  }
}
