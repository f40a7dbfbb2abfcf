import type { ConsoleCalls, RecordingViewValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { maskName } from '@huimin/domain/person';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import type { PersonDetails } from '../insured/index.ts';
import { type OrderRow, orderById } from '../order/index.ts';
import { keysOrWhy, openKeys, ordersOfRecording } from '../recording/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { documentTitle, type Story, tellStory } from './happenings.ts';
import { keepingOf, keptCheck, sealsOf } from './kept.ts';
import { looksAt } from './looks.ts';
import { type OpenedChunk, openRecording } from './open-recording.ts';
import { labelOf } from './recording-lines.ts';
import { seenRecording } from './recording-scope.ts';
import type { ReplayDependencies } from './replay-deps.ts';
import { standingOf } from './standing.ts';
import { unmaskedUntil, unmaskingWaits } from './unmasking.ts';

/** Fewer tell nothing about how long others read. */
const ENOUGH_READINGS = 5;

const UNRECORDED = '下单时没有录到页面，没有可以回放的；这里是服务器自己记下的，封存时也这样注明';

const CHANNEL_WORDS: Readonly<Record<string, string>> = {
  wechat: '微信',
  'mini-program': '微信小程序',
  alipay: '支付宝',
  'in-app': 'App',
  plain: '浏览器',
};

export function showRecording(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['showRecording']> {
  const { query } = deps.database;
  return async ({ trace }, request) => {
    const recording = await seenRecording(deps, request.member, trace);
    if (recording === null) return fail('not-found', '没有这个会话记录');
    await request.note({ subject: trace });
    const nowMs = deps.clock.now();
    const by = String(request.member.id);
    const { state, use } = await standingOf(query, recording);
    const { chunks, why } = use.mayBeUsed ? await openedFor(deps, trace, by) : NOT_OPENED;
    const story = tellStory(chunks);
    const orders = await ordersOfRecording(query, trace);
    const order = orders[0] ? await orderById(query, orders[0].shard, orders[0].order_id) : null;
    const until = await unmaskedUntil(query, recording, request.member.id, nowMs);
    const played = chunks.filter(({ row }) => row.kind === 'client');
    const [begins, ends] = [
      played.map(({ row }) => Number(row.first_at)),
      played.map(({ row }) => Number(row.last_at)),
    ];
    return ok({
      trace,
      state,
      stateLabel: labelOf(state),
      orderNos: orders.map(({ order_id: id }) => deps.numbers.orderNo(id)),
      product: order ? productOf(deps, order) : '',
      holder: order ? holderOf(deps, order) : '',
      environment: environmentOf(story),
      beginsAt: begins.length === 0 ? recording.created_at : Math.min(...begins),
      endsAt: ends.length === 0 ? recording.last_received_at : Math.max(...ends),
      clockOffsetMs: story.journey.clock?.offsetMs ?? null,
      events: played.reduce((sum, { row }) => sum + row.events, 0),
      chunks: chunks.map(chunkLine),
      documents: await documentLines(query, story),
      happenings: [...story.happenings],
      problems: [
        ...(use.mayBeUsed ? [] : [use.refusal]),
        ...(why === null ? [] : [why]),
        ...(recording.unrecorded ? [UNRECORDED] : []),
        ...chunks.flatMap(({ problem }) => problem ?? []),
      ],
      keeping: await keepingOf(deps, recording),
      check: await keptCheck(query, recording),
      seals: await sealsOf(query, trace),
      accesses: await looksAt(deps, request.member, trace),
      unmasking: {
        until: until === null ? null : beijingDateTime(until),
        waiting: await unmaskingWaits(query, trace, request.member.id, nowMs),
      },
    });
  };
}

interface Opened {
  readonly chunks: readonly OpenedChunk[];
  /** Why it cannot be opened, as a sentence. */
  readonly why: string | null;
}

const NOT_OPENED: Opened = { chunks: [], why: null };

async function openedFor(deps: ReplayDependencies, trace: string, by: string): Promise<Opened> {
  const { keys, why } = await keysOrWhy(() => openKeys(deps.recordings, trace, { by, reason: '看回放（遮盖）' }));
  return { chunks: keys === null ? [] : await openRecording(deps, keys, trace), why };
}

/** What was ordered, under the names that stand on its policy; a client says the same of every product. */
function productOf({ editions }: ReplayDependencies, { edition_code: ordered }: OrderRow): string {
  const document = editions.all().find(({ code }) => code === ordered)?.document;
  return document ? `${document.proName}　${document.recordFilingName}` : ordered;
}

function holderOf({ vault }: ReplayDependencies, { policyholder_sealed: sealed }: OrderRow): string {
  return maskName(vault.openJson<PersonDetails>('policyholder', sealed).name);
}

function environmentOf({ env }: Story): RecordingViewValue['environment'] {
  const { channel = '', width = 375, height = 812, userAgent = '', recorder = '', elder = false } = env ?? {};
  return {
    // What a phone calls itself, so it may be anything.
    channel: CHANNEL_WORDS[channel] ?? (channel && '其他'),
    device: deviceOf(userAgent, width),
    ...{ width, height, userAgent, recorder, elder },
  };
}

function deviceOf(userAgent: string, width: number): string {
  if (/iPhone/.test(userAgent)) return 'iPhone';
  if (/Android/.test(userAgent)) return '安卓手机';
  return userAgent === '' ? '不知道' : width < 700 ? '手机' : '电脑';
}

const chunkLine = ({ number, row }: OpenedChunk): RecordingViewValue['chunks'][number] => ({
  number,
  kind: row.kind,
  tab: row.tab,
  seq: row.seq,
  receivedAt: beijingDateTime(row.received_at),
  events: row.events,
  bytes: row.length,
  firstAt: Number(row.first_at),
  lastAt: Number(row.last_at),
  flags: row.flags,
  sha256: row.sha256.toString('hex'),
});

async function documentLines(query: Query, { journey, percentOf }: Story): Promise<RecordingViewValue['documents']> {
  const { documents } = journey;
  const medians = await query<{ document: string; version: number; median: number; readings: number }>(
    `select document, version, percentile_cont(0.5) within group (order by dwell_ms) as median, count(*)::int as readings
     from recording_readings where document = any($1) and version = any($2) group by document, version`,
    [documents.map(({ id }) => id), documents.map(({ version }) => version)],
  );
  return documents.map(({ id, version, sha256, openedAt, bottomAt, dwellMs }) => {
    const others = medians.find((one) => one.document === id && one.version === version);
    return {
      ...{ id, title: documentTitle(id), version, sha256, openedAt, dwellMs, bottomAt },
      medianMs: others && others.readings >= ENOUGH_READINGS ? Math.round(others.median) : null,
      percent: bottomAt === null ? (percentOf.get(`${id} ${version}`) ?? 0) : 100,
    };
  });
}
