import { calls } from '@huimin/contract';
import type { HappeningValue } from '@huimin/contract/console';
import { callLabel, consentLabel, fieldLabel } from '@huimin/domain/evidence';
import { formatYuan } from '@huimin/domain/money';
import { marksIn, type TimedMark } from '@huimin/evidence/events';
import { isBelieved, type Journey, REQUIRED_DOCUMENTS, readJourney } from '@huimin/evidence/journey';
import type { OpenedChunk } from './open-recording.ts';

/** What the marks of a recording say, in words. */
export interface Story {
  readonly journey: Journey;
  readonly happenings: readonly HappeningValue[];
  readonly env: Extract<TimedMark, { tag: 'env' }> | null;
  /** How far down each document was read, by id and version. */
  readonly percentOf: ReadonlyMap<string, number>;
}

const SHORT_TITLES: Readonly<Record<string, string>> = {
  'health-notice': '告知',
  'insurance-notice': '须知',
  clauses: '条款',
  exclusions: '免责',
};
const SERVER_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  bound: ['绑定', '记录归到登录的账号'],
  'order-saved': ['订单', '订单保存'],
  'payment-asked': ['付款', '发起付款'],
  'payment-result': ['回调', '付款结果'],
  'policies-issued': ['出单', '保单已出'],
  refunded: ['退款', '已退款'],
  'insured-asked': ['本人确认', '请被保险人本人确认'],
  'insured-answered': ['本人确认', '被保险人本人的答复'],
};
const ANSWER_WORDS: Readonly<Record<string, string>> = { agreed: '同意', declined: '不同意', none: '到期没有答复' };
/** A try to pay that came to nothing. */
const NOT_PAID = ['关闭', '付款单关闭，没有付款'] as const;
const GAP_WORDS: Readonly<Record<string, string>> = {
  missing: '序号没有收到',
  prev: '前后两批接不上',
  offline: '断网',
  storage: '手机存储不够',
  refused: '没有收下',
};

const DONE = '200000';
/** Paths of calls; a part that differs fits anything. */
const CALL_NAMES: readonly (readonly [RegExp, string])[] = Object.values(calls).map(({ path, name }) => [
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  name,
]);

/** What a call is for, by its path, which two may share; one that is not ours keeps its path. */
export function callTitle(path: string): string {
  const own = path.replace(/^\/hmb-js26(?=\/)/, '');
  const fits = CALL_NAMES.filter(([pattern]) => pattern.test(own)).flatMap(([, name]) => callLabel(name) ?? []);
  return fits.length === 0 ? path : fits.join('或');
}

export const documentTitle = (id: string): string => REQUIRED_DOCUMENTS.find((one) => one.id === id)?.title ?? id;
const seconds = (ms: number): string => `${(Math.max(0, ms) / 1_000).toFixed(ms < 10_000 ? 1 : 0)} 秒`;
const short = (hash: string): string => (hash === '' ? '没有' : `${hash.slice(0, 4)}…${hash.slice(-4)}`.toUpperCase());

/** Puts together what happened, in the order of the phone's clock. */
export function tellStory(chunks: readonly OpenedChunk[]): Story {
  // What came once more, or instead of another, tells nothing.
  const told = chunks.filter(({ row }) => row.standing === 0).map((chunk) => ({ chunk, marks: marksIn(chunk.events) }));
  const journey = readJourney(
    told.flatMap(({ chunk, marks }) =>
      chunk.header === null || chunk.header.kind === 'server'
        ? []
        : [{ tab: chunk.row.tab, seq: chunk.row.seq, build: chunk.header.build, flags: chunk.row.flags, marks }],
    ),
  );
  const offset = journey.clock?.offsetMs ?? 0;
  const all: HappeningValue[] = told.flatMap(({ chunk, marks }) => [
    ...marks.flatMap((mark) => happeningOf(mark, chunk.row.tab)).map(isBelieved(chunk.row) ? asItIs : notBelieved),
    ...chunk.server.map((event) => serverHappening(event, offset)),
  ]);
  const ends = new Map<string, number>();
  for (const { row } of chunks) ends.set(row.tab, Math.max(ends.get(row.tab) ?? 0, Number(row.last_at)));
  all.push(...pagesOf(told, ends), ...documentsOf(journey), ...missing(chunks));
  const believed = told.flatMap(({ chunk, marks }) => (isBelieved(chunk.row) ? marks : []));
  const percentOf = new Map<string, number>();
  for (const mark of believed) {
    if (mark.tag !== 'doc') continue;
    const key = `${mark.id} ${mark.version}`;
    const reached = mark.act === 'bottom' ? 100 : Math.min(100, Math.max(0, mark.percent));
    percentOf.set(key, Math.max(percentOf.get(key) ?? 0, reached));
  }
  const env = believed.find((mark) => mark.tag === 'env') ?? null;
  return { journey, happenings: all.sort((a, b) => a.at - b.at), env, percentOf };
}

const happening = (
  at: number,
  kind: HappeningValue['kind'],
  label: string,
  text: string,
  more: Partial<HappeningValue> = {},
): HappeningValue => ({ at, until: null, kind, label, text, bad: false, tab: '', ...more });

const asItIs = (one: HappeningValue): HappeningValue => one;
/** Anybody may send to a recording whose id they know; it is kept, and counts for nothing. */
const notBelieved = (one: HappeningValue): HappeningValue => ({
  ...one,
  text: `${one.text}（发来的人没有证明这份记录是本人的，不算数）`,
  bad: true,
});

function happeningOf(mark: TimedMark, tab: string): HappeningValue[] {
  switch (mark.tag) {
    case 'consent':
      return [
        happening(
          mark.at,
          'consent',
          mark.checked ? '同意' : '取消',
          `${mark.checked ? '勾选' : '取消勾选'}“${consentLabel(mark.id)}”，文字哈希 ${short(mark.textSha256)}`,
          { tab, bad: !mark.checked },
        ),
      ];
    case 'field':
      return [
        happening(
          mark.at,
          'field',
          '输入',
          `填写“${fieldLabel(mark.id)}”，${mark.valid ? '通过检查' : '没有通过检查'}`,
          {
            tab,
            bad: !mark.valid,
          },
        ),
      ];
    case 'tap':
      return [happening(mark.at, 'tap', '点按', `点“${fieldLabel(mark.id)}”`, { tab })];
    case 'api': {
      const bad = mark.status === 0 || mark.status >= 400;
      const answer =
        mark.status === 0
          ? '没有回答'
          : bad
            ? `出错 ${mark.status}${mark.code === null ? '' : `，代码 ${mark.code}`}`
            : mark.code === null || ['', DONE].includes(String(mark.code))
              ? '成功'
              : `没有办成，代码 ${mark.code}`;
      return [happening(mark.at, 'api', '接口', `${callTitle(mark.path)}：${answer}，${mark.ms} 毫秒`, { tab, bad })];
    }
    case 'order':
      return [happening(mark.at, 'note', '订单', `页面得到订单 ${mark.orderNo}`, { tab })];
    case 'vis':
      return [happening(mark.at, 'note', '窗口', mark.visible ? '回到页面' : '离开页面，屏幕看不到', { tab })];
    case 'gap':
      return [
        happening(mark.from, 'gap', '缺段', gapText(mark.events, mark.to - mark.from, mark.why), {
          until: Math.max(mark.from, mark.to),
          bad: true,
          tab,
        }),
      ];
    case 'sign':
      return [happening(mark.at, 'note', '接续', `接着记录 ${mark.previous}`, { tab })];
    case 'doc':
      return mark.act === 'bottom'
        ? [happening(mark.at, 'note', '读到底', `${documentTitle(mark.id)}第 ${mark.version} 版读到末尾`, { tab })]
        : [];
    default:
      return [];
  }
}

const gapText = (events: number, ms: number, why: string): string =>
  `缺 ${events} 条，${seconds(ms)}：${GAP_WORDS[why] ?? why}`;

function serverHappening({ what, at, facts }: OpenedChunk['server'][number], offsetMs: number): HappeningValue {
  const [label, words] = facts.result === 'closed' ? NOT_PAID : (SERVER_WORDS[what] ?? ['服务器', what]);
  const { orderNo, premiumFen, amountFen, digest, place, answer, result, purpose } = facts as Record<string, unknown>;
  const fen = typeof amountFen === 'number' ? amountFen : premiumFen;
  const parts = [
    words,
    typeof orderNo === 'string' ? `订单 ${orderNo}` : '',
    Number.isSafeInteger(fen) ? `${formatYuan(fen as number)} 元` : '',
    typeof place === 'number' ? `第 ${place} 位` : '',
    ANSWER_WORDS[String(answer)] ?? '',
    typeof digest === 'string' ? `摘要 ${short(digest)}` : '',
  ];
  const text = parts.filter((part) => part !== '').join('，');
  const isPaid = what === 'payment-result' && result === 'paid' && purpose === 'premium';
  return {
    ...happening(Math.max(0, at - offsetMs), 'server', label, text),
    ...(isPaid && Number.isSafeInteger(amountFen) && { paidFen: amountFen as number }),
  };
}

function pagesOf(
  told: readonly { readonly chunk: OpenedChunk; readonly marks: readonly TimedMark[] }[],
  ends: ReadonlyMap<string, number>,
): HappeningValue[] {
  const pages: HappeningValue[] = [];
  const open = new Map<string, HappeningValue>();
  const close = (tab: string, at: number) => {
    const page = open.get(tab);
    if (page) page.until = Math.max(page.at, at);
    open.delete(tab);
  };
  for (const { chunk, marks } of told) {
    const { tab } = chunk.row;
    for (const mark of marks) {
      if (mark.tag !== 'page') continue;
      close(tab, mark.at);
      if (mark.act === 'leave') continue;
      const title = mark.title || mark.route;
      const opened = happening(mark.at, 'page', title, `打开“${title}”`, { tab });
      const page = isBelieved(chunk.row) ? opened : notBelieved(opened);
      pages.push(page);
      open.set(tab, page);
    }
  }
  for (const tab of [...open.keys()]) close(tab, ends.get(tab) ?? 0);
  return pages;
}

function documentsOf({ documents }: Journey): HappeningValue[] {
  return documents.map(({ id, version, openedAt, closedAt, bottomAt, dwellMs }) => {
    const end = Math.max(closedAt ?? 0, openedAt + dwellMs, bottomAt ?? 0);
    const text = `${documentTitle(id)}第 ${version} 版，停留 ${seconds(dwellMs)}，${bottomAt === null ? '没有读到末尾' : '读到末尾'}`;
    return happening(openedAt, 'document', SHORT_TITLES[id] ?? id, text, { until: end, bad: bottomAt === null });
  });
}

/** Numbers that no batch of a page life has. */
function missing(chunks: readonly OpenedChunk[]): HappeningValue[] {
  const gaps: HappeningValue[] = [];
  let before: OpenedChunk | null = null;
  for (const chunk of chunks) {
    if (chunk.row.kind === 'server' || chunk.row.standing !== 0) continue;
    const { tab, seq, first_at: firstAt } = chunk.row;
    const same = before?.row.tab === tab ? before : null;
    const lost = seq - (same === null ? -1 : same.row.seq) - 1;
    if (lost > 0) {
      const from = same === null ? Number(firstAt) : Number(same.row.last_at);
      const until = Math.max(from, Number(firstAt));
      gaps.push(
        happening(from, 'gap', '缺段', `缺 ${lost} 批，${seconds(until - from)}：${GAP_WORDS.missing}`, {
          until,
          bad: true,
          tab,
        }),
      );
    }
    before = chunk;
  }
  return gaps;
}
