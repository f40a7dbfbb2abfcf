import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DiskNote } from './disk-notes.ts';

interface Flushed {
  bytes: number;
  /** Whether the file's name has been flushed with its folder. */
  name: boolean;
}

/** In the middle of what a server was killed. */
export interface Moment {
  /** What it was doing with its own segment. */
  readonly disk:
    | 'nothing yet'
    | 'beginning a file'
    | 'writing'
    | 'flushing'
    | 'indexing or answering'
    | 'cutting a torn end';
  /** The job that it was at beside that, or its start. */
  readonly job: string | null;
}

const MOMENTS = {
  opening: 'beginning a file',
  writing: 'writing',
  written: 'writing',
  flushing: 'flushing',
  flushed: 'indexing or answering',
  cutting: 'cutting a torn end',
} as const satisfies Partial<Record<DiskNote['what'], Moment['disk']>>;

const PAGE_BYTES = 4_096;

/** A disk writes pages in any order: each that no flush has reached is there, is not, or ends in its middle. */
function mixPages(bytes: Buffer, from: number): number {
  let gone = 0;
  for (let page = from - (from % PAGE_BYTES); page < bytes.length; page += PAGE_BYTES) {
    const [begin, end] = [Math.max(page, from), Math.min(page + PAGE_BYTES, bytes.length)];
    const kept = randomInt(2) === 0 ? end : randomInt(2) === 0 ? begin : randomInt(begin, end);
    bytes.fill(0, kept, end);
    gone += end - kept;
  }
  return gone;
}

/** What the servers of one folder have flushed, over all their lives; what they have not, a power cut takes away. */
export function createFlushedBytes() {
  const files = new Map<string, Flushed>();
  /** Files with holes, until they are written anew: which file that is, and from where on nothing had been flushed. */
  const mixed = new Map<string, { inode: number; from: number }>();
  let flushes = 0;

  function follow({ what, of, bytes }: DiskNote): void {
    if (what === 'opening') files.set(of, { bytes: 0, name: false });
    if (what !== 'flushed') return;
    flushes += 1;
    const file = files.get(of);
    if (file) file.bytes = Math.max(file.bytes, bytes);
    else for (const [name, one] of files) if (dirname(name) === of) one.name = true;
  }

  return {
    /** Reads what a server noted until it was killed, and answers in the middle of what it was. */
    read(notesFile: string): Moment {
      let disk: Moment['disk'] = 'nothing yet';
      let job: string | null = null;
      const text = existsSync(notesFile) ? readFileSync(notesFile, 'utf8') : '';
      for (const line of text.split('\n').slice(0, -1)) {
        const [what, of, bytes] = line.split('\t') as [DiskNote['what'], string, string];
        follow({ what, of, bytes: Number(bytes) });
        if (what === 'doing') job = of;
        else if (what === 'done') job = null;
        // A folder is flushed for the name of a file that is being begun.
        else if (of.endsWith('.seg')) disk = MOMENTS[what];
      }
      rmSync(notesFile, { force: true });
      return { disk, job };
    },

    /** How many flushes the servers have told of: without any, nothing is known of what a power cut takes. */
    flushes: () => flushes,

    /** Whether no flush had reached these bytes before a power cut: nothing of them was ever answered for. */
    wasNeverFlushed(file: string, at: number): boolean {
      const one = mixed.get(file);
      return one !== undefined && at >= one.from && statSync(file).ino === one.inode;
    },

    /** Of what no flush has reached, some is gone or was never filled in, or only some pages of it are there. Answers how many bytes. */
    cutPower(): number {
      let gone = 0;
      for (const [file, { bytes, name }] of files) {
        if (!existsSync(file)) {
          files.delete(file);
          continue;
        }
        const { size } = statSync(file);
        if (!name && randomInt(2) === 0) {
          rmSync(file);
          files.delete(file);
          gone += size;
        } else if (size > bytes) {
          const kept = randomInt(bytes, size);
          const how = randomInt(3);
          if (how === 2) {
            const content = readFileSync(file);
            gone += mixPages(content, bytes);
            writeFileSync(file, content);
            mixed.set(file, { inode: statSync(file).ino, from: bytes });
          } else {
            gone += size - kept;
            if (how === 0) truncateSync(file, kept);
            else writeFileSync(file, readFileSync(file).fill(0, kept));
          }
          // What is left of it now lies on the disk.
          files.set(file, { bytes: size, name: true });
        }
      }
      return gone;
    },
  };
}
