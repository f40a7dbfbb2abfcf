import { expect, test } from 'vitest';
import { KEPT_ORDERS_KEY } from './kept-count.ts';
import { createKeptOrders, type KeptOrderList } from './kept-orders.ts';

const LIST: KeptOrderList = {
  atMs: 5,
  orders: [
    {
      ...{ orderNo: 'JS1', title: '苏民安', people: '林梅（本人）', time: '2026.11.20 10:32 付款', premiumFen: 15800 },
      word: { label: '已承保', tone: 'ok' },
    },
  ],
};

function browser(refused = false) {
  const box = new Map<string, unknown>();
  const local = new Map<string, string>();
  const open = () =>
    createKeptOrders({
      openCabinet: async () => {
        if (refused) throw new Error('refused');
        return {
          get: async (name) => box.get(name),
          set: async (name, value) => void box.set(name, value),
          delete: async (name) => void box.delete(name),
        };
      },
      crypto: globalThis.crypto,
      local: { setItem: (name, value) => void local.set(name, value), removeItem: (name) => void local.delete(name) },
    });
  return { open, box, local };
}

test('the list is there after the page was closed, sealed, and the newest in place of the older', async () => {
  const { open, box, local } = browser();
  await open().keep(LIST);
  const { text } = box.get('orders') as { text: ArrayBuffer };
  expect(Buffer.from(text).toString('utf8')).not.toMatch(/JS1|林梅/);
  expect([...local]).toEqual([[KEPT_ORDERS_KEY, '1']]);
  await open().keep({ orders: [], atMs: 6 });
  expect(await open().read()).toEqual({ orders: [], atMs: 6 });
});

test('after a logout nothing is left, also of what was still being kept; a browser that refuses keeps nothing', async () => {
  const { open, box, local } = browser();
  const orders = open();
  const keeping = orders.keep(LIST);
  await orders.discard();
  await keeping;
  expect([box.size, local.size, await orders.read()]).toEqual([0, 0, null]);
  const refusing = browser(true).open();
  await refusing.keep(LIST);
  expect(await refusing.read()).toBeNull();
});
