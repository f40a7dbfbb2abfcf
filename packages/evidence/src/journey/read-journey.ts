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

/** Of each list; no visit has so many, and a manifest that somebody fills with more could not be written. */
export const MOST_TOLD = 2_000;

/** Whether anything is believed that a batch says: not one in conflict, nor one of whoever did not show that the recording is theirs. */
export const isBelieved = ({ flags }: Pick<MarkedChunk, 'flags'>): boolean =>
  !flags.includes('conflict') && !flags.includes('unsigned-in');

type Placed<Tag extends TimedMark['tag']> = Extract<TimedMark, { tag: Tag }>;

/** Reads the marks of one object's chunks, as far as these are believed. */
export function readJourney(chunks: readonly MarkedChunk[], believed = isBelieved): Journey {
  const tabs = new Map<string, MarkedChunk[]>();
  for (const chunk of chunks) {
    if (!believed(chunk)) continue;
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
  return {
    pages: theFirst(journey.pages, ({ enteredAt }) => enteredAt),
    documents: theFirst(journey.documents, ({ openedAt }) => openedAt),
    consents: theFirst(journey.consents, ({ at }) => at),
    gaps: journey.gaps.slice(0, MOST_TOLD),
    clock: clockOf(clocks),
  };
}

function theFirst<T>(told: readonly T[], timeOf: (one: T) => number): T[] {
  return told.toSorted((a, b) => timeOf(a) - timeOf(b)).slice(0, MOST_TOLD);
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

const offsetOf = ({ serverAt, clientAt, rttMs }: Placed<'clock'>): number =>
  serverAt - clientAt + Math.floor(rttMs / 2);

/** By how much the server's clock is ahead of the phone's. */
function clockOf(told: readonly Placed<'clock'>[]): Journey['clock'] {
  const marks = told.filter((mark) => Number.isSafeInteger(offsetOf(mark)));
  if (marks.length === 0) return null;
  const offsets = marks.map(offsetOf);
  const rtts = marks.map(({ rttMs }) => rttMs);
  const ascending = (a: number, b: number) => a - b;
  return { offsetMs: median(offsets.sort(ascending)), rttMs: median(rtts.sort(ascending)) };
}
