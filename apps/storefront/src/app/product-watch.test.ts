import type { SalePause } from '@huimin/domain/product';
import { expect, it } from 'vitest';
import { watchProduct } from './product-watch.ts';
import { createValue } from './value.ts';

function setUp(screen = 'index') {
  const phone = { ms: 0, visible: true, asked: [] as number[], salePauses: [] as SalePause[] };
  const timers = new Map<number, { run: () => void; dueMs: number }>();
  let comeBack = () => {};
  let id = 0;
  const visit = (name: string) => ({ visit: { route: { name } } });
  const navigation = createValue(visit(screen));
  const saleState = createValue(0);
  watchProduct({
    products: {
      get: () => phone,
      reload: async () => {
        phone.asked.push(phone.ms);
        return true;
      },
    },
    askedMs: 0,
    navigation,
    saleState,
    clock: { now: () => phone.ms },
    timers: {
      set: (run, delayMs) => {
        id += 1;
        timers.set(id, { run, dueMs: phone.ms + delayMs });
        return id;
      },
      clear: (one) => void timers.delete(one as number),
    },
    isVisible: () => phone.visible,
    onVisible: (listener) => {
      comeBack = listener;
    },
    random: () => 0.5,
  });
  const passTo = (ms: number) => {
    for (;;) {
      const [next] = [...timers].filter(([, { dueMs }]) => dueMs <= ms).sort((a, b) => a[1].dueMs - b[1].dueMs);
      if (!next) break;
      timers.delete(next[0]);
      phone.ms = Math.max(phone.ms, next[1].dueMs);
      next[1].run();
    }
    phone.ms = ms;
  };
  const look = (visible: boolean) => {
    phone.visible = visible;
    if (visible) comeBack();
  };
  return { phone, passTo, look, goTo: (name: string) => navigation.set(visit(name)), saleState };
}

it('is asked for anew every two minutes on a home page that stays open', () => {
  const { phone, passTo } = setUp();
  passTo(251_000);
  expect(phone.asked).toEqual([125_000, 250_000]);
});

it('is not asked for while nobody looks, and at once when somebody looks again', () => {
  const { phone, passTo, look } = setUp();
  passTo(10_000);
  look(false);
  passTo(600_000);
  expect(phone.asked).toEqual([]);
  look(true);
  expect(phone.asked).toEqual([600_000]);
});

it('is left alone in a purchase, and asked for when the home page is come back to', () => {
  const { phone, passTo, look, goTo, saleState } = setUp();
  goTo('beforeConfirm');
  passTo(400_000);
  look(true);
  saleState.set(1);
  passTo(500_000);
  expect(phone.asked).toEqual([]);
  goTo('index');
  expect(phone.asked).toEqual([500_000]);
  goTo('orders');
  goTo('index');
  expect(phone.asked).toEqual([500_000]);
});

it('is asked for when the sale opens or closes, not by all phones in the same moment', () => {
  const { phone, passTo, saleState } = setUp('noSale');
  passTo(20_000);
  saleState.set(1);
  expect(phone.asked).toEqual([]);
  passTo(79_000);
  expect(phone.asked).toEqual([]);
  passTo(80_000);
  expect(phone.asked).toEqual([80_000]);
});

it('is asked for on every screen while the whole sale stands still, and not where one city does', () => {
  const { phone, passTo, goTo, look } = setUp('orders');
  const city = { city: '320500', place: '苏州市', text: '系统维护', until: null };
  phone.salePauses = [city];
  passTo(100_000);
  goTo('orderDetail');
  expect(phone.asked).toEqual([]);
  phone.salePauses = [{ ...city, city: null, place: '全省' }];
  goTo('orders');
  expect(phone.asked).toEqual([100_000]);
  passTo(226_000);
  expect(phone.asked).toEqual([100_000, 225_000]);
  phone.salePauses = [];
  passTo(900_000);
  look(true);
  expect(phone.asked).toEqual([100_000, 225_000]);
});
