import type { ProductInfoValue } from '@huimin/contract';
import { describe, expect, it } from 'vitest';
import type { SaleState } from '../context/product-context.ts';
import { createSaleWindowWatch } from './sale-window-watch.ts';
import { createServerClock } from './server-clock.ts';
import { createValue } from './value.ts';

const END = Date.UTC(2026, 11, 31, 15, 59, 59); // 2026-12-31 23:59:59 Beijing time
const PRODUCT = {
  insureStart: '2026-01-01',
  insureEnd: '2026-12-31 23:59:59',
  underwriteEnd: '2027-01-15 23:59:59',
  underwriteComplete: false,
  saleWindow: 'insureing',
} as ProductInfoValue;

function setUp(product: ProductInfoValue, phoneMs: number, rendered: SaleState | null = null) {
  const phone = { ms: phoneMs };
  let timer: { run: () => void; dueMs: number } | null = null;
  let look = () => {};
  const clock = createServerClock({ now: () => phone.ms });
  const products = createValue<ProductInfoValue | null>(product);
  const watch = createSaleWindowWatch({
    products,
    clock,
    timers: {
      set: (run, delayMs) => {
        timer = { run, dueMs: phone.ms + delayMs };
        return 1;
      },
      clear: () => {
        timer = null;
      },
    },
    rendered,
    onVisible: (listener) => {
      look = listener;
    },
  });
  const heard: string[] = [];
  watch.subscribe(() => heard.push(watch.get().window));
  /** Time passes with the page awake: timers run when they are due. */
  const passTo = (ms: number) => {
    while (timer && timer.dueMs <= ms) {
      phone.ms = timer.dueMs;
      timer.run();
    }
    phone.ms = ms;
  };
  return { watch, clock, products, phone, heard, passTo, comeBack: () => look() };
}

describe('the sale window', () => {
  it("is what the server wrote until an answer told the time, whatever the phone's clock says", () => {
    const { watch, clock } = setUp(PRODUCT, Date.UTC(2040, 0, 1));
    expect(watch.get().window).toBe('insureing');
    clock.note(END - 60_000, Date.UTC(2040, 0, 1), Date.UTC(2040, 0, 1));
    expect(watch.get().window).toBe('insureing');
    clock.note(END + 60_000, Date.UTC(2040, 0, 1), Date.UTC(2040, 0, 1));
    expect(watch.get().window).toBe('underwriting');
  });

  it('begins as the page was rendered, also before the sale, until an answer told the time', () => {
    const rendered: SaleState = { window: 'insureing', notYetOnSale: true, flow: 'early' };
    const { watch, clock, comeBack } = setUp(PRODUCT, END, rendered);
    expect(watch.get()).toEqual(rendered);
    comeBack();
    expect(watch.get()).toEqual(rendered);
    clock.note(END - 60_000, END, END);
    expect(watch.get()).toEqual({ window: 'insureing', notYetOnSale: false, flow: 'normal' });
  });

  it("switches at the moment itself by the server's clock", () => {
    // The phone is an hour slow.
    const phoneStart = END - 3_600_000 - 7_200_000;
    const { clock, heard, passTo } = setUp(PRODUCT, phoneStart);
    clock.note(phoneStart + 3_600_000, phoneStart, phoneStart);
    passTo(END - 3_600_000 - 1000);
    expect(heard).toEqual([]);
    passTo(END - 3_600_000 + 1000);
    expect(heard).toEqual(['underwriting']);
  });

  it('looks again when the phone was asleep at the moment', () => {
    const { clock, heard, phone, comeBack } = setUp(PRODUCT, END - 1000);
    clock.note(END - 1000, END - 1000, END - 1000);
    phone.ms = END + 90_000;
    expect(heard).toEqual([]);
    comeBack();
    expect(heard).toEqual(['underwriting']);
  });

  it('follows a change that an operator published', () => {
    const { clock, products, heard } = setUp(PRODUCT, END - 1000);
    clock.note(END - 1000, END - 1000, END - 1000);
    products.set({ ...PRODUCT, underwriteComplete: true });
    expect(heard).toEqual(['underwriteEnd']);
  });

  it('switches also where only the way to buy changes, at whichever moment comes first', () => {
    const flows = {
      early: { from: '2026-12-31 23:00:00', deposit: 0 },
      mid: { from: '2027-01-10 00:00:00', until: '2027-02-10 23:59:59', waitingDays: 30, reasons: [] },
    };
    const product = { ...PRODUCT, validDate: '2027-02-01', invalidDate: '2028-01-31', flows };
    const { watch, clock, passTo } = setUp(product as unknown as ProductInfoValue, END - 60_000);
    clock.note(END - 60_000, END - 60_000, END - 60_000);
    // Half a second on: the server tells whole ones.
    const midMs = Date.UTC(2027, 0, 9, 16) - 500;
    const heard: (string | null)[] = [];
    watch.subscribe(() => heard.push(watch.get().flow));
    passTo(END + 2_000);
    expect([heard, watch.get()]).toEqual([[null], { window: 'underwriting', notYetOnSale: false, flow: null }]);
    passTo(midMs - 1);
    expect(heard).toEqual([null]);
    passTo(midMs);
    expect([heard, watch.get().window]).toEqual([[null, 'mid'], 'underwriting']);
  });

  it('begins open without a product, and looks at the one that comes', () => {
    const { watch, clock, products, heard } = setUp(null as unknown as ProductInfoValue, END);
    clock.note(END + 1_000, END, END);
    expect(watch.get()).toEqual({ window: 'insureing', notYetOnSale: false, flow: 'normal' });
    products.set(PRODUCT);
    expect(heard).toEqual(['underwriting']);
  });

  it('says that the sale has not begun', () => {
    const early = Date.UTC(2025, 11, 31, 15, 0);
    const { watch, clock, passTo } = setUp(PRODUCT, early);
    clock.note(early, early, early);
    expect(watch.get()).toEqual({ window: 'insureing', notYetOnSale: true, flow: null });
    passTo(early + 3_600_000);
    expect(watch.get()).toEqual({ window: 'insureing', notYetOnSale: false, flow: 'normal' });
  });
});

describe("the server's clock", () => {
  it('takes the middle of the way there and back', () => {
    const clock = createServerClock({ now: () => 10_000 });
    clock.note(50_000, 10_000, 10_400);
    expect(clock.offsetMs()).toBe(50_500 - 10_200);
  });

  it('does not jump about within what its samples can tell', () => {
    const clock = createServerClock({ now: () => 0 });
    let told = 0;
    clock.subscribe(() => {
      told += 1;
    });
    clock.note(50_000, 0, 200);
    clock.note(51_000, 900, 1100);
    clock.note(120_000, 2000, 2200);
    expect([told, clock.offsetMs()]).toEqual([2, 120_500 - 2100]);
  });
});
