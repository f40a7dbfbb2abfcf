import type { ProductInfoValue } from '@huimin/contract';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import { plainChannel } from '../../channel/plain.ts';
import { EnvironmentContext } from '../../context/environment.ts';
import { ProductContext, type SaleState } from '../../context/product-context.ts';
import { ScreenContext } from '../../context/screen-context.ts';
import { provideLandingParts } from '../../landing/server-parts.ts';
import { IndexPage } from './index-page.tsx';

provideLandingParts();

const on = (
  window: SaleState['window'],
  notYetOnSale = false,
  flow: SaleState['flow'] = window === 'insureing' && !notYetOnSale ? 'normal' : null,
): SaleState => ({ window, notYetOnSale, flow });
const nothing = () => {};
const environment = { serverClock: { now: () => 0, offsetMs: () => 0 }, channel: plainChannel };
const screen = { navigator: { navigate: nothing, goBack: nothing }, search: '' };

/** The page as the server makes it: there is no window here, so reading one would throw. */
function html(sale: SaleState, product: ProductInfoValue = productInfo): string {
  return renderToString(
    <EnvironmentContext value={environment}>
      <ProductContext value={{ product, sale }}>
        <ScreenContext value={screen}>
          <IndexPage />
        </ScreenContext>
      </ProductContext>
    </EnvironmentContext>,
  );
}

/** Without tags and without the comments React puts between texts. */
const words = (markup: string) =>
  markup
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
/** Text and address of the links and buttons in the bottom bar. */
const barOf = (markup: string) => markup.slice(markup.indexOf('class="bar"'));

describe('the home page as the server makes it', () => {
  it('tells price, cover, deadline, buyers, companies, filing and phone from the product data', () => {
    const text = words(html(on('insureing')));
    for (const fact of [
      '苏民安 2026',
      '158',
      '2026.01.01 - 2026.12.31',
      '2025.12.31 23:59',
      '医保目录内自付费用',
      '40,000 元',
      '没有江苏基本医保的人暂时不能买',
      '甲信财产保险江苏分公司',
      '各市承保分支机构（13 市）',
      '备案编号：TEST-2026-000001',
      '400-065-1066',
    ]) {
      expect(text).toContain(fact);
    }
  });

  it('has no other edition’s facts in it', () => {
    const other = {
      ...productInfo,
      proName: '苏民安 2031',
      plans: [
        { code: 'a', name: '基础', premiumFen: 9_850 },
        { code: 'b', name: '升级', premiumFen: 25_800 },
      ],
      insureEnd: '2030-11-30 20:00:00',
      subCompany: [],
    };
    const text = words(html(on('insureing'), other));
    expect(text).toContain('苏民安 2031');
    expect(text).toContain('98.5');
    expect(text).toContain('元起 / 人 / 年');
    expect(text).toContain('2030.11.30 20:00');
    expect(text).not.toContain('各市承保分支机构');
  });

  it('is the same each time, so that the browser can take it over', () => {
    expect(html(on('insureing'))).toBe(html(on('insureing')));
  });

  it('offers buying on sale only', () => {
    expect(barOf(html(on('insureing')))).toContain('href="#/beforeAuthUser"');
    for (const sale of [on('underwriting'), on('underwriteEnd'), on('insureing', true)]) {
      expect(html(sale)).not.toContain('#/beforeAuthUser');
    }
  });

  it.each([
    [on('underwriting'), '参保已截止，保单正在生成，无需再操作', '#/orders'],
    [on('underwriteEnd'), '2026 年度参保已结束，已参保的保障不受影响', '#/voucher_list'],
    [on('insureing', true), '2025.10.01 09:00 开始参保', '#/yuyue'],
  ])('says why nothing can be bought and offers the next step (%o)', (sale, reason, href) => {
    const bar = barOf(html(sale));
    expect(words(bar)).toContain(reason);
    expect(bar).toContain(`href="${href}"`);
  });

  it('leads to the customer service of the product, or to its phone', () => {
    expect(barOf(html(on('insureing')))).toContain('href="tel:4000651066"');
    const withService = { ...productInfo, serviceUrl: 'https://service.example/chat' };
    expect(barOf(html(on('insureing'), withService))).toContain('href="https://service.example/chat"');
  });

  it('keeps words that an operator has changed in elder mode too', () => {
    const changed = productInfo.benefits.map((benefit, index) =>
      index === 0 ? { ...benefit, name: '住院自付', ratioPercent: 85 } : benefit,
    );
    const text = words(html(on('insureing'), { ...productInfo, benefits: changed }));
    expect(text).toContain('1. 住院自付');
    expect(text).toContain('2. 医保不报的住院费');
    expect(text).not.toContain('医保能报的，自己付的部分');
  });
});
