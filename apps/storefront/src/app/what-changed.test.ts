import { expect, test } from 'vitest';
import { productInfo } from '../../../../tests/fixtures/product-info.ts';
import { seenOf, whatChanged } from './what-changed.ts';

const now = seenOf(productInfo);
const [plan] = now.plans;

test('what is as it was seen is said to be, in price and benefits', () => {
  expect(whatChanged(now, now)).toEqual([
    { isSame: true, text: '价格没有变，158\u00a0元' },
    { isSame: true, text: '保障内容没有变' },
  ]);
});

test('another price, other benefits and each newer document are named', () => {
  const seen = {
    ...now,
    plans: [{ code: plan?.code ?? '', premiumFen: 15_050 }],
    benefits: '[]',
    documents: now.documents.map((one, index) => (index === 1 ? { ...one, version: one.version - 1 } : one)),
  };
  expect(whatChanged(seen, now)).toEqual([
    { isSame: false, text: '价格原来是 150.50\u00a0元，现在是 158\u00a0元' },
    { isSame: false, text: '保障内容有变，请在首页看新的' },
    { isSame: false, text: `《${now.documents[1]?.title}》有新版，参保前要重新读一遍` },
  ]);
});

test('two editions are not compared', () => {
  expect(whatChanged({ ...now, editionCode: 'another' }, now)).toEqual([]);
});
