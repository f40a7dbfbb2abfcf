import type { DeclaredCard } from '../identity/card-facts.ts';
import { escapeHtml, page } from './layout.ts';

const WARNINGS = [
  ['', '没有'],
  ['-9102', '复印件'],
  ['-9103', '翻拍'],
  ['-9101', '边框不完整'],
  ['-9107', '反光'],
  ['-9104', '临时身份证'],
] as const;
const QUALITIES = [
  ['90', '清楚'],
  ['30', '模糊'],
] as const;

/** What stands on a card made on this page. */
export function cardOf(query: URLSearchParams): DeclaredCard {
  const text = (name: string, or: string): string => (query.get(name) || or).slice(0, 60);
  const warning = Number(query.get('warning') || 0);
  const told = {
    quality: Number(query.get('quality') || 90),
    ...(warning === 0 ? {} : { warnings: [warning] }),
  };
  return query.get('side') === 'BACK'
    ? { side: 'BACK', authority: '某市公安局', validDate: text('validDate', '2020.01.01-2040.01.01'), ...told }
    : { side: 'FRONT', name: text('name', '林梅'), idNum: text('idNum', '32010619880316002X'), ...told };
}

/** A card's photo to keep and to choose where a shop asks for one. */
export function cardPage(query: URLSearchParams): string {
  const card = cardOf(query);
  const back = card.side === 'BACK';
  const value = (name: string, or: string): string => escapeHtml(query.get(name) || or);
  const options = (name: string, all: readonly (readonly [string, string])[]): string =>
    all
      .map(([one, label]) => `<option value="${one}"${query.get(name) === one ? ' selected' : ''}>${label}</option>`)
      .join('');
  return page({
    title: '身份证照片（沙箱）',
    bodyClass: 'phone',
    main: `<h1>做一张身份证照片</h1>
<p class="muted">照片不画字，内容写在它的像素里，证件识别会读出来。保存下来，在商户页面里选它。</p>
<p><a href="/_pages/id-card.png?${escapeHtml(query.toString())}" download="id-card-${back ? 'back' : 'front'}.png" data-testid="card"><img src="/_pages/id-card.png?${escapeHtml(query.toString())}" alt="${back ? '国徽面' : '人像面'}，按一下保存" width="320" height="202"></a></p>
<form method="get" action="/id-card">
<label for="side">哪一面</label>
<select id="side" name="side">${options('side', [
      ['FRONT', '人像面'],
      ['BACK', '国徽面'],
    ])}</select>
<label for="name">姓名</label>
<input id="name" name="name" type="text" autocomplete="off" value="${value('name', '林梅')}">
<label for="idNum">公民身份号码</label>
<input id="idNum" name="idNum" type="text" autocomplete="off" value="${value('idNum', '32010619880316002X')}">
<label for="validDate">有效期限（国徽面）</label>
<input id="validDate" name="validDate" type="text" autocomplete="off" value="${value('validDate', '2020.01.01-2040.01.01')}">
<label for="quality">照片</label>
<select id="quality" name="quality">${options('quality', QUALITIES)}</select>
<label for="warning">告警</label>
<select id="warning" name="warning">${options('warning', WARNINGS)}</select>
<button class="button primary">换成这张</button>
</form>`,
  });
}
