import type { ExportReportValue, RecordingViewValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { el, footer, icon, square } from './elements.ts';
import type { ReportContent } from './messages.ts';
import { beijing, inFours, written } from './words.ts';

const TICK = ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z', 'm7.8 12.3 2.9 2.9 5.6-5.9'];
const WARN = ['M12 4 2.8 19.5h18.4Z', 'M12 10v4.5M12 17h.01'];
const SHIELD = ['M12 3 5 5.6v5.6c0 4.4 2.9 8 7 9.8 4.1-1.8 7-5.4 7-9.8V5.6Z', 'm8.8 12 2.3 2.3 4.2-4.4'];
const THUMBS = 6;

const VERDICTS: Readonly<Record<ExportReportValue['verdict'], readonly [title: string, tone: string]>> = {
  intact: ['完整，没有改动', 'good'],
  'intact-with-gaps': ['没有改动，有已说明的缺段', 'warn'],
  altered: ['被改动过', 'bad'],
  incomplete: ['不完整，有检查没有通过', 'warn'],
  'erased-by-rule': ['已按规则销毁', 'warn'],
};

/** The first page: verdict, which sale, twelve checks, key pages, what it proves. With the places of the small pictures. */
export function drawCover({ report, recording, pages }: ReportContent): { sheet: HTMLElement; thumbs: HTMLElement[] } {
  const thumbs: HTMLElement[] = [];
  const shown = pages.slice(0, THUMBS).map(({ moment, problem }) => {
    const place = el('div', { class: 'rep-thumb' }, ...(problem === null ? [] : [problem]));
    thumbs.push(place);
    return el(
      'li',
      {},
      place,
      el('b', { class: 'rep-name' }, moment.title),
      el('span', {}, beijing(moment.at).slice(11)),
    );
  });
  const masked = report.grant.content === 'unmasked' ? '含个人信息原文' : '个人信息已遮盖';
  const sheet = el(
    'section',
    { class: 'rep-a4', 'aria-label': '封面' },
    head(report, recording),
    verdict(report),
    el('h2', {}, '这份报告说的是哪一笔'),
    sale(report, recording),
    el('h2', {}, '十二项检查'),
    checks(report),
    el(
      'h2',
      {},
      '关键页面',
      el('span', { class: 'rep-hint' }, `由记录还原的画面，${masked}；大图见第 2 至 ${pages.length + 1} 页`),
    ),
    pages.length === 0 ? el('p', {}, '没有可以还原的画面') : el('ol', { class: 'rep-thumbs' }, ...shown),
    el(
      'div',
      { class: 'rep-two' },
      el(
        'div',
        {},
        el('b', {}, '能证明'),
        el('p', {}, '收到以后没有改过；页面、条款、同意、付款的先后顺序；当时显示的每一个字。'),
      ),
      el(
        'div',
        {},
        el('b', {}, '不能证明'),
        el('p', {}, '手机本身是否可信，拿手机的是不是本人。请结合实名核验和付款账户判断。'),
      ),
    ),
    check(report),
    footer(report, 1, pages.length + 1),
  );
  return { sheet, thumbs };
}

function head({ reportNo, madeAt }: ExportReportValue, { product }: RecordingViewValue): HTMLElement {
  const logo = el('span', { class: 'rep-logo' });
  logo.append(icon(30, ...SHIELD));
  return el(
    'header',
    { class: 'rep-head' },
    logo,
    el('div', {}, el('h1', {}, '销售过程证据报告'), el('p', {}, product || '没有下单')),
    el('div', { class: 'rep-right' }, '报告号', el('b', {}, reportNo), `生成 ${written(madeAt).slice(0, 16)}`),
  );
}

function verdict({ verdict: word, findings, gaps }: ExportReportValue): HTMLElement {
  const [title, tone] = VERDICTS[word];
  const passed = findings.filter(({ state }) => state === 'ok').length;
  const others = findings.filter(({ state }) => state !== 'ok');
  const gap = gaps.count > 0 ? `缺段 ${gaps.count} 处，共 ${gaps.seconds} 秒，封存时已说明。` : '没有缺段。';
  const more =
    others.length === 0 ? '' : `${others.length} 项没有通过或查不了：${others.map((one) => one.title).join('、')}。`;
  const box = el('div', { class: `rep-verdict rep-${tone}` });
  box.append(
    icon(44, ...(tone === 'good' ? TICK : WARN)),
    el(
      'div',
      {},
      el('b', { class: 'rep-word' }, title),
      el('p', {}, `12 项检查，${passed} 项通过。${more}`),
      el('p', {}, gap),
    ),
    el('div', { class: 'rep-right' }, '结论', el('b', { class: 'rep-score' }, `${passed} / ${findings.length}`)),
  );
  return box;
}

/** Of several tries the one that was paid. */
export function paidText(happenings: RecordingViewValue['happenings']): string {
  for (const { paidFen, at } of happenings) {
    if (paidFen !== undefined) return `${formatYuan(paidFen)} 元，${beijing(at).slice(11)}`;
  }
  return '没有付款';
}

function sale(report: ExportReportValue, recording: RecordingViewValue): HTMLElement {
  const { beginsAt, endsAt, trace, chunks, holder, happenings, events } = recording;
  const ms = endsAt - beginsAt;
  const batches = chunks.filter(({ kind }) => kind === 'client').length;
  const rows = [
    ['订单', report.orderNo ?? '没有订单', '记录编号', trace],
    [
      '投保人',
      holder || '没有订单',
      '过程',
      `${beijing(beginsAt)} 起，${Math.floor(ms / 60_000)} 分 ${Math.round((ms % 60_000) / 1_000)} 秒`,
    ],
    ['付款', paidText(happenings), '封存', `${written(report.sealedAt)}，${batches} 批 ${events} 条`],
  ];
  return el(
    'table',
    { class: 'rep-table' },
    el(
      'tbody',
      {},
      ...rows.map(([a = '', b = '', c = '', d = '']) =>
        el('tr', {}, el('th', { scope: 'row' }, a), el('td', {}, b), el('th', { scope: 'row' }, c), el('td', {}, d)),
      ),
    ),
  );
}

function checks({ findings }: ExportReportValue): HTMLElement {
  return el(
    'ol',
    { class: 'rep-checks' },
    ...findings.map(({ check: number, title, state, text }) => {
      const row = el('li', { class: state === 'ok' ? '' : 'rep-no' });
      row.append(
        el('span', { class: 'rep-n' }, String(number)),
        icon(17, ...(state === 'ok' ? TICK : WARN)),
        el('span', {}, title),
        el('span', { class: 'rep-text' }, text),
      );
      return row;
    }),
  );
}

function check({ manifests, logEntry, stampedBy, square: code, grant }: ExportReportValue): HTMLElement {
  const box = el('div', { class: 'rep-verify' });
  box.append(
    square(code),
    el(
      'div',
      {},
      el('b', {}, '怎么核对'),
      el(
        'p',
        {},
        `证据包 ${grant.fileName} 里有离线播放器和核验程序（verify_evidence.py），不用联网就能重验。二维码是记录编号和清单哈希。`,
      ),
      ...manifests.map((sha256) => el('p', { class: 'rep-hash' }, `清单哈希 ${inFours(sha256)}`)),
      el(
        'p',
        {},
        `存证日志${logEntry === null ? '还没有编号' : `第 ${logEntry} 条`}　时间戳 ${stampedBy.length === 0 ? '还没有' : stampedBy.join('，')}`,
      ),
    ),
  );
  return box;
}
