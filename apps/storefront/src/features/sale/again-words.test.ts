import { expect, test } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import { againWords } from './again-words.ts';

const pause = { city: null, place: '全省', text: '系统维护', until: '2025-11-27 20:00:00' };
const paused = { ...productInfo, salePauses: [pause] };

test.each([
  ['on sale', productInfo, 'insureing', 'normal', '还要参保的话，请重新提交订单'],
  ['early', productInfo, 'before', 'early', '还要参保的话，请重新提交订单'],
  ['before', productInfo, 'before', null, '2025.10.01 09:00 开始参保，到时可以重新提交订单'],
  ['paused', paused, 'insureing', null, '全省暂停参保：系统维护，预计 2025.11.27 20:00 恢复。恢复后可以重新提交订单'],
  [
    'paused, and nobody knows how long',
    { ...paused, salePauses: [{ ...pause, until: null }] },
    'insureing',
    null,
    '全省暂停参保：系统维护。恢复后可以重新提交订单',
  ],
  ['over', productInfo, 'underwriting', null, '参保已截止，不能再参保'],
  ['over while it was paused', paused, 'underwriteEnd', null, '参保已截止，不能再参保'],
  ['mid-year', productInfo, 'underwriteEnd', 'mid', '参保已截止，符合条件的人可以中途参保'],
] as const)('%s: a closed order says what can be done', (_, product, phase, flow, words) => {
  const said = againWords(product, { phase, flow }, 'insure');
  expect(said).toEqual({ open: words.startsWith('还要'), words });
});

test('an upgrade is bought again in the sale alone', () => {
  expect(againWords(productInfo, { phase: 'insureing', flow: 'normal' }, 'upgrade').words).toBe(
    '还要升级的话，请重新提交订单',
  );
  expect(againWords(productInfo, { phase: 'underwriteEnd', flow: 'mid' }, 'upgrade').open).toBe(false);
  expect(againWords(productInfo, { phase: 'underwriting', flow: null }, 'upgrade').words).toBe(
    '参保已截止，不能再升级',
  );
});
