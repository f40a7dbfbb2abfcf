import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  SAMPLE_REPLACED_POLICY,
  SAMPLE_VALID_ENDORSEMENT,
  SAMPLE_VALID_LOVE,
  SAMPLE_VALID_MONEY,
  SAMPLE_VALID_POLICY,
  SAMPLE_VALID_VOUCHER,
  SAMPLE_VOID_POLICY,
} from './sample-papers.ts';
import {
  renderVerificationPage,
  type UnansweredVerification,
  VERIFICATION_PAGE_STYLE_SOURCE,
} from './verification-page.ts';
import type { VerificationPageData } from './verified-paper.ts';

const UNKNOWN: UnansweredVerification = { state: 'unknown', servicePhone: '400-065-1066' };
const everyPage: [string, VerificationPageData | UnansweredVerification][] = [
  ['valid policy', SAMPLE_VALID_POLICY],
  ['valid voucher', SAMPLE_VALID_VOUCHER],
  ['void policy', SAMPLE_VOID_POLICY],
  ['replaced policy', SAMPLE_REPLACED_POLICY],
  ['love certificate', SAMPLE_VALID_LOVE],
  ['record of money', SAMPLE_VALID_MONEY],
  ['endorsement', SAMPLE_VALID_ENDORSEMENT],
  ['unknown', UNKNOWN],
  ['ask', { state: 'ask' }],
  ['limited', { state: 'limited' }],
];

describe.each(everyPage)('verification page, %s', (_name, data) => {
  const html = renderVerificationPage(data);

  it('runs under a policy that allows its one style element and nothing else', () => {
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? '');
    expect(styles).toHaveLength(1);
    const hash = createHash('sha256')
      .update(styles[0] ?? '')
      .digest('base64');
    expect(VERIFICATION_PAGE_STYLE_SOURCE).toBe(`'sha256-${hash}'`);
    expect(html).not.toMatch(/<script|<link|<img|\sstyle=|\son\w+=|javascript:/i);
  });

  it('is a Chinese page with one heading, not for search engines', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="zh-CN">/);
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).toContain('<meta name="robots" content="noindex, nofollow">');
  });

  it('can be had in large type', () => {
    expect(html).toContain('href="?elder=1"');
    const large = renderVerificationPage(data, { isElder: true, askPath: '/verify' });
    expect(large).toContain('<html lang="zh-CN" data-mode="elder">');
    expect(large).toContain('href="?elder=0"');
    expect(large).toMatch(/href="\/verify\?elder=1"|name="elder" value="1"/);
  });
});

describe('verification page', () => {
  it('confirms a policy', () => {
    const html = renderVerificationPage(SAMPLE_VALID_POLICY);
    const expected = ['这份保单是真的', 'TEST20260001281', '张*', '320************016', '2026.01.01 - 2026.12.31'];
    for (const part of [...expected, '2025.11.20 10:33', '待生效', '2025.11.21 09:41 查询，不用登录']) {
      expect(html).toContain(part);
    }
    expect(html).not.toContain('作废时间');
    expect(html).toContain('href="tel:4000651066"');
  });

  it('confirms a voucher and what was paid', () => {
    const html = renderVerificationPage(SAMPLE_VALID_VOUCHER);
    for (const part of ['这份凭证是真的', '保险费付款凭证', 'PZ20251120-000128-01', '¥158.00'])
      expect(html).toContain(part);
  });

  it('says when and why a paper became void, and does not call it valid', () => {
    const html = renderVerificationPage(SAMPLE_VOID_POLICY);
    for (const part of ['已经作废', '2025.11.21 15:22', '已退保', '请不要接受']) expect(html).toContain(part);
    expect(html).not.toMatch(/是真的<|没有作废|待生效/);
  });

  it('says that a paper was issued anew, and not what the old one said about its state', () => {
    const html = renderVerificationPage(SAMPLE_REPLACED_POLICY);
    for (const part of ['这份保单已经换了新的', '后来换过新的', '请让对方出示新的一份']) expect(html).toContain(part);
    expect(html).not.toMatch(/是真的<|没有作废|保障期|现在的状态/);
  });

  it('confirms a keepsake without calling it insurance, and a record of money as it stands now', () => {
    const love = renderVerificationPage(SAMPLE_VALID_LOVE);
    for (const part of ['这份爱心证书是真的', '3 人', '不是保险凭证']) expect(love).toContain(part);
    expect(love).not.toMatch(/证件号码|被保险人/);
    const money = renderVerificationPage(SAMPLE_VALID_MONEY);
    for (const part of ['这份记录是真的', '一共扣款', '¥948.00', '已经退回', '都退完了']) expect(money).toContain(part);
    expect(money).not.toMatch(/证件号码|被保险人/);
  });

  it('lets a person correct a code that is not known', () => {
    const html = renderVerificationPage({ ...UNKNOWN, code: '7f3a"><b>x' }, { askPath: '/verify' });
    expect(html).toContain('没有查到这份凭证');
    expect(html).toContain('<form class="card ask" method="get" action="/verify">');
    expect(html).toContain('>7f3a&quot;&gt;&lt;b&gt;x</textarea>');
    expect(html).toContain('400-065-1066');
  });

  it('does not call a paper unknown when it was not looked up', () => {
    const html = renderVerificationPage({ state: 'limited', code: 'ABCD' });
    expect(html).toContain('请过几分钟再试');
    expect(html).not.toMatch(/没有查到|查不到/);
  });

  it('keeps a code from the query when the type size is switched', () => {
    const html = renderVerificationPage(SAMPLE_VALID_POLICY, { queryCode: 'ab"&<c' });
    expect(html).toContain('href="?code=ab%22%26%3Cc&amp;elder=1"');
    const cutPair = renderVerificationPage(SAMPLE_VALID_POLICY, { queryCode: `${'A'.repeat(79)}𠮷` });
    expect(cutPair).toContain(`?code=${'A'.repeat(79)}%EF%BF%BD&amp;elder=1`);
  });

  it('marks a demonstration', () => {
    const real: VerificationPageData = { ...SAMPLE_VALID_POLICY, isDemonstration: false, issuerName: '甲信财产保险' };
    expect(renderVerificationPage(SAMPLE_VALID_POLICY)).toContain('不是真实的保险合同');
    expect(renderVerificationPage(real)).not.toMatch(/不是真实|示例/);
  });

  it('refuses to publish a whole name or identity number', () => {
    expect(() =>
      renderVerificationPage({ ...SAMPLE_VALID_POLICY, insured: { name: '张三', idNumber: '320************016' } }),
    ).toThrow(TypeError);
    expect(() =>
      renderVerificationPage({ ...SAMPLE_VOID_POLICY, insured: { name: '张*', idNumber: '320000195010100016' } }),
    ).toThrow(TypeError);
  });

  it('prints names as text, whatever they hold', () => {
    const html = renderVerificationPage({
      ...SAMPLE_VALID_POLICY,
      insured: { name: '<img src=x>*', idNumber: '320*' },
      productName: `"'&`,
    });
    expect(html).toContain('&lt;img src=x&gt;*');
    expect(html).toContain('&quot;&#39;&amp;');
    expect(html).not.toContain('<img');
  });

  it('claims a signature only where there is one', () => {
    expect(renderVerificationPage(SAMPLE_VALID_POLICY)).not.toMatch(/签章|签名/);
    expect(renderVerificationPage({ ...SAMPLE_VALID_POLICY, isSigned: true })).toContain('文件带数字签名');
  });
});

it('lets a number that is wider than the screen go on between groups of figures, and shorter ones only as a whole', () => {
  const html = renderVerificationPage({ ...SAMPLE_VALID_POLICY, paperNumber: 'SMA029312396309763851001' });
  expect(html).toContain('<dd class="num">SMA0293<wbr>1239<wbr>6309<wbr>7638<wbr>5100<wbr>1</dd>');
  expect(html).toContain(`<dd class="num">${SAMPLE_VALID_POLICY.insured?.idNumber}</dd>`);
});
