import type { TimedMark } from '../events/index.ts';
import type { ConsentGiven, DocumentRead, Gap, PageSeen } from '../sealed/index.ts';

/** The marks of one chunk, its strings expanded; chunks stand in the order in which they were received. */
export interface MarkedChunk {
  tab: string;
  seq: number;
  build: string;
  flags: readonly string[];
  marks: readonly TimedMark[];
}

/** What a manifest says of its chunks' events. */
export interface Journey {
  pages: PageSeen[];
  documents: DocumentRead[];
  consents: ConsentGiven[];
  clock: { offsetMs: number; rttMs: number } | null;
  /** Gaps that the client itself told of. */
  gaps: Gap[];
}

type Placed<Tag extends TimedMark['tag']> = Extract<TimedMark, { tag: Tag }>;

/** Reads the marks of one object's chunks. A batch in conflict with an earlier one says nothing. */
export function readJourney(chunks: readonly MarkedChunk[]): Journey {
  const tabs = new Map<string, MarkedChunk[]>();
  for (const chunk of chunks) {
    if (chunk.flags.includes('conflict')) continue;
    tabs.set(chunk.tab, [...(tabs.get(chunk.tab) ?? []), chunk]);
  }
  const journey: Journey = { pages: [], documents: [], consents: [], clock: null, gaps: [] };
  const clocks: Placed<'clock'>[] = [];
  for (const list of tabs.values()) {
    for (const chunk of list.sort((a, b) => a.seq - b.seq)) readGaps(chunk, journey.gaps);
    const marks = list.flatMap((chunk) => chunk.marks);
    readPages(marks, journey.pages);
    readDocuments(marks, journey.documents);
    for (const mark of marks) {
      if (mark.tag === 'clock') clocks.push(mark);
      if (mark.tag !== 'consent') continue;
      const { id, textSha256, checked, at } = mark;
      journey.consents.push({ id, textSha256, checked, at });
    }
  }
  journey.pages.sort((a, b) => a.enteredAt - b.enteredAt);
  journey.documents.sort((a, b) => a.openedAt - b.openedAt);
  journey.consents.sort((a, b) => a.at - b.at);
  return { ...journey, clock: clockOf(clocks) };
}

function readPages(marks: readonly TimedMark[], pages: PageSeen[]): void {
  let open: PageSeen | null = null;
  for (const mark of marks) {
    if (mark.tag !== 'page') continue;
    if (mark.act === 'enter') {
      open = { route: mark.route, enteredAt: mark.at, leftAt: null, build: mark.build };
      pages.push(open);
    } else if (open?.route === mark.route) {
      open.leftAt = mark.at;
      open = null;
    }
  }
}

function readDocuments(marks: readonly TimedMark[], documents: DocumentRead[]): void {
  const open = new Map<string, DocumentRead>();
  for (const mark of marks) {
    if (mark.tag !== 'doc') continue;
    const key = JSON.stringify([mark.id, mark.version, mark.sha256]);
    let reading = open.get(key);
    if (reading === undefined || mark.act === 'open') {
      const { id, version, sha256, at } = mark;
      reading = { id, version, sha256, openedAt: at, bottomAt: null, closedAt: null, dwellMs: 0 };
      open.set(key, reading);
      documents.push(reading);
    }
    reading.dwellMs = Math.max(reading.dwellMs, mark.dwellMs);
    if (mark.act === 'bottom') reading.bottomAt ??= mark.at;
    if (mark.act !== 'close') continue;
    reading.closedAt = mark.at;
    open.delete(key);
  }
}

function readGaps({ tab, seq, marks }: MarkedChunk, gaps: Gap[]): void {
  for (const mark of marks) {
    if (mark.tag !== 'gap') continue;
    const { from, to, why } = mark;
    gaps.push({ tab, fromSeq: seq, toSeq: seq, from, to, why });
  }
}

/** The lower of the two in the middle, of an even number. */
const median = (sorted: readonly number[]): number => sorted[Math.floor((sorted.length - 1) / 2)] as number;

/** By how much the server's clock is ahead of the phone's. */
function clockOf(marks: readonly Placed<'clock'>[]): Journey['clock'] {
  if (marks.length === 0) return null;
  const offsets = marks.map(({ serverAt, clientAt, rttMs }) => serverAt - clientAt + Math.floor(rttMs / 2));
  const rtts = marks.map(({ rttMs }) => rttMs);
  const ascending = (a: number, b: number) => a - b;
  return { offsetMs: median(offsets.sort(ascending)), rttMs: median(rtts.sort(ascending)) };
}
