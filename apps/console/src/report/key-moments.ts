import type { RecordingViewValue } from '@huimin/contract/console';

/** A moment of which the report has a picture. */
export interface KeyMoment {
  readonly title: string;
  /** By the phone's clock. */
  readonly at: number;
  readonly tab: string;
  /** What else is known of it, a line each. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

type Recording = Pick<RecordingViewValue, 'happenings' | 'documents' | 'endsAt'>;

/** Until a page that was just opened has painted itself. */
const PAINTED_MS = 1_500;
/** Until a tick is seen in its box. */
const SEEN_MS = 300;
const MOST = 12;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} 秒`;

/** A little after its end was reached, when it stands still, or just before it was closed. */
const readAt = (openedAt: number, bottomAt: number | null, dwellMs: number): number => {
  const closing = openedAt + Math.max(0, dwellMs - 1);
  return bottomAt === null ? closing : Math.max(bottomAt + 1, Math.min(bottomAt + SEEN_MS, closing));
};

/** Before the page on which it was is left. */
const agreedAt = ({ at, tab, text }: Recording['happenings'][number], leftAt: number): KeyMoment => ({
  ...{ title: '核对和同意', tab },
  at: Math.max(at, Math.min(at + SEEN_MS, leftAt - 1)),
  facts: [['确认', text]],
});

/** The pages that a sale is judged by: where it began, each document at its end, the consent, the end. */
export function keyMoments({ happenings, documents, endsAt }: Recording): KeyMoment[] {
  const pages = happenings.filter(({ kind }) => kind === 'page');
  const pageAt = (at: number) =>
    pages.findLast((page) => page.at <= at && at <= (page.until ?? endsAt)) ?? pages.at(-1);
  const tabAt = (at: number) => pageAt(at)?.tab ?? '';
  const painted = (page: Recording['happenings'][number]): KeyMoment => ({
    title: page.label,
    at: Math.max(page.at, Math.min(page.at + PAINTED_MS, (page.until ?? endsAt) - 1)),
    tab: page.tab,
    facts: [['页面', page.label]],
  });
  const read = new Map<string, Recording['documents'][number]>();
  for (const reading of documents) {
    const former = read.get(reading.id);
    const better = former === undefined || (former.bottomAt === null && reading.bottomAt !== null);
    if (better) read.set(reading.id, reading);
  }
  const ofDocuments = [...read.values()].map(
    ({ title, version, sha256, openedAt, bottomAt, dwellMs, percent }): KeyMoment => {
      const at = readAt(openedAt, bottomAt, dwellMs);
      return {
        ...{ title, at, tab: tabAt(at) },
        facts: [
          ['文件', `${title}第 ${version} 版`],
          ['停留', seconds(dwellMs)],
          ['读到', bottomAt === null ? `${percent}%，没有读到末尾` : '末尾'],
          ['文字哈希', sha256],
        ],
      };
    },
  );
  const consent = happenings.findLast(({ kind, bad }) => kind === 'consent' && !bad);
  const agreed: KeyMoment[] = consent ? [agreedAt(consent, pageAt(consent.at)?.until ?? endsAt)] : [];
  const [first] = pages;
  const last = pages.at(-1);
  return [
    ...(first ? [painted(first)] : []),
    ...ofDocuments,
    ...agreed,
    ...(last && last !== first ? [painted(last)] : []),
  ]
    .sort((a, b) => a.at - b.at)
    .slice(0, MOST);
}
