import { expect, test } from 'vitest';
import { KEPT_COUNT_KEY } from './kept-count.ts';
import { createKeptPapers, type KeptPaper } from './kept-papers.ts';

function browser({ hasCrypto = true, cabinet = 'works' as 'works' | 'refused' } = {}) {
  const box = new Map<string, unknown>();
  const local = new Map<string, string>();
  const papers = () =>
    createKeptPapers({
      openCabinet: async () => {
        if (cabinet === 'refused') throw new Error('refused');
        return {
          get: async (name) => box.get(name),
          set: async (name, value) => void box.set(name, value),
          delete: async (name) => void box.delete(name),
        };
      },
      crypto: hasCrypto ? globalThis.crypto : null,
      local: { setItem: (name, value) => void local.set(name, value), removeItem: (name) => void local.delete(name) },
    });
  return { papers, box, local };
}

const paper = (orderNo: string, atMs: number): KeptPaper =>
  ({ certificate: { orderNo, policyholderName: '林梅' }, atMs }) as unknown as KeptPaper;

test('what was shown is there after the page was closed, newest first, one copy of each order', async () => {
  const { papers, local } = browser();
  const page = papers();
  await page.keep(paper('JS1', 1));
  await page.keep(paper('JS2', 2));
  await page.keep(paper('JS1', 3));
  expect(await papers().list()).toEqual([paper('JS1', 3), paper('JS2', 2)]);
  expect(local.get(KEPT_COUNT_KEY)).toBe('2');
});

test('nothing of it can be read where it lies, and the key cannot be taken out', async () => {
  const { papers, box, local } = browser();
  await papers().keep(paper('JS1', 1));
  const { text } = box.get('papers') as { text: ArrayBuffer };
  expect(Buffer.from(text).toString('latin1')).not.toMatch(/JS1|policyholder/);
  expect((box.get('papers-key') as CryptoKey).extractable).toBe(false);
  expect([...local.values()]).toEqual(['1']);
});

test('after a logout nothing is left, the key neither', async () => {
  const { papers, box, local } = browser();
  const page = papers();
  await page.keep(paper('JS1', 1));
  await page.discard();
  expect([box.size, local.size, await page.list()]).toEqual([0, 0, []]);
});

test('no more than twenty orders are kept', async () => {
  const { papers } = browser();
  const page = papers();
  for (let index = 0; index < 25; index++) await page.keep(paper(`JS${index}`, index));
  const kept = await page.list();
  expect([kept.length, kept[0]?.certificate.orderNo]).toEqual([20, 'JS24']);
});

test.each([
  ['without Web Crypto', { hasCrypto: false }],
  ['where the cabinet is refused', { cabinet: 'refused' as const }],
])('%s nothing is kept, and nothing breaks', async (_, options) => {
  const page = browser(options).papers();
  await page.keep(paper('JS1', 1));
  expect(await page.list()).toEqual([]);
  await page.discard();
});

test('a drawer that cannot be opened any more begins anew', async () => {
  const { papers, box } = browser();
  await papers().keep(paper('JS1', 1));
  box.set('papers', { iv: new Uint8Array(12), text: new ArrayBuffer(40) });
  const page = papers();
  expect(await page.list()).toEqual([]);
  await page.keep(paper('JS2', 2));
  expect((await page.list()).map(({ certificate }) => certificate.orderNo)).toEqual(['JS2']);
});
