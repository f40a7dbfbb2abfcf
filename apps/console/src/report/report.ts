import './report.css';
import { fillAssets } from '@huimin/evidence/replay';
import { drawCover } from './cover.ts';
import { drawPicture } from './draw-picture.ts';
import { el, footer } from './elements.ts';
import type { FromReport, KeyPage, ReportContent, ToReport } from './messages.ts';
import { beijing } from './words.ts';

/**
 * The report in a window of its own, whose policy lets nothing be loaded: the console's page hands everything over, the browser
 * prints it or saves it as PDF.
 */
const said = document.getElementById('said') as HTMLElement;
const sheets = document.getElementById('sheets') as HTMLElement;
const printButton = document.getElementById('print') as HTMLButtonElement;
const LARGE = 0.98;

function keySheet(page: KeyPage, index: number, content: ReportContent): HTMLElement {
  const { report } = content;
  const { moment, problem } = page;
  const place = el('div', { class: 'rep-large' });
  const facts = [['时间', `${beijing(moment.at)}（手机时钟）`] as const, ...moment.facts];
  const text = el(
    'div',
    { class: 'rep-aside' },
    el('h2', {}, `${index + 1}　${moment.title}`),
    el('dl', {}, ...facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
    el(
      'p',
      { class: 'rep-note' },
      report.grant.content === 'unmasked'
        ? '画面由记录还原，含个人信息原文，请妥善保管。'
        : '画面由记录还原，个人填写的内容已遮盖，显示为“*”或“＊”。',
    ),
  );
  if (problem !== null) place.append(el('p', { class: 'rep-missing' }, problem));
  const total = content.pages.length + 1;
  return el(
    'section',
    { class: 'rep-a4', 'aria-label': moment.title },
    el('header', { class: 'rep-small' }, el('b', {}, '销售过程证据报告'), el('span', {}, `报告号 ${report.reportNo}`)),
    el('div', { class: 'rep-key' }, place, text),
    footer(report, index + 2, total),
  );
}

function draw(content: ReportContent): void {
  const assets = new Map(content.assets);
  const pages = content.pages.map((page) => ({ ...page, events: fillAssets(page.events, assets) }));
  const cover = drawCover({ ...content, pages });
  sheets.replaceChildren(cover.sheet, ...pages.map((page, index) => keySheet(page, index, content)));
  const larges = [...sheets.querySelectorAll<HTMLElement>('.rep-large')];
  for (const [index, page] of pages.entries()) {
    if (page.problem !== null) continue;
    drawPicture(larges[index] as HTMLElement, page, LARGE);
    const thumb = cover.thumbs[index];
    if (thumb) drawPicture(thumb, page, thumb.clientWidth);
  }
  document.title = `${content.report.reportNo} 销售过程证据报告`;
  said.textContent = `共 ${pages.length + 1} 页。点“打印 / 存为 PDF”，目标选“另存为 PDF”，打开“背景图形”。`;
  printButton.disabled = false;
}

addEventListener('message', ({ source, origin, data }: MessageEvent<ToReport>) => {
  if (source !== opener || origin !== location.origin) return;
  if (data.say === 'problem') said.textContent = data.text;
  else {
    try {
      draw(data.content);
    } catch {
      said.textContent = '报告画不出来，请关掉这个窗口，回到会话回放再试';
    }
  }
});
printButton.addEventListener('click', () => print());
if (opener === null) said.textContent = '请从会话回放页的“导出证据包”里打开报告';
else (opener as Window).postMessage({ say: 'report-ready' } satisfies FromReport, location.origin);
