import { expect, it } from 'vitest';
import { receiverOf } from './receiver.ts';

const OWN = 'https://trace.example.cn';
const TEST = 'https://test-trace.example.cn';

function page(metas: Record<string, string>) {
  return {
    querySelector: (selector: string) => {
      const content = metas[/"([\w-]+)"/.exec(selector)?.[1] ?? ''];
      return content === undefined ? null : { content };
    },
  } as unknown as ParentNode;
}

it.each([
  ['https://shop.example.cn/#/index', OWN],
  ['https://test-shop.example.cn/#/index', TEST],
  ['http://localhost:3000/#/pay', TEST],
  ['https://shop.example.cn/#/link?id=test-article', TEST],
  ['https://shop.example.cn/#/test', OWN],
])('records of %s go to %s', (address, receiver) => {
  expect(receiverOf(page({ 'record-base': OWN, 'record-test-base': TEST }), address)).toBe(receiver);
});

it('without a host of its own a test goes where everything goes', () => {
  expect(receiverOf(page({ 'record-base': OWN }), 'http://localhost:3000/')).toBe(OWN);
  expect(receiverOf(page({}), 'http://localhost:3000/')).toBe('');
  expect(receiverOf(page({ 'record-test-base': TEST }), 'https://shop.example.cn/')).toBe('');
});
