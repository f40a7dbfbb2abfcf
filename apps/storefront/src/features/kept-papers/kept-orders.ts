import { KEPT_ORDERS_KEY } from './kept-count.ts';
import { createKeptDrawer, type KeptDrawerParts } from './kept-drawer.ts';

/** What the list says of an order, and nothing more. */
export interface KeptOrder {
  readonly orderNo: string;
  readonly title: string;
  readonly people: string;
  readonly time: string;
  readonly premiumFen: number;
  readonly word: { readonly label: string; readonly tone: 'ok' | 'warn' | 'err' | 'info' | 'neutral' };
}

export interface KeptOrderList {
  readonly orders: readonly KeptOrder[];
  /** When the server answered them, ms. */
  readonly atMs: number;
}

export interface KeptOrders {
  /** The list as it was shown last, or null. Never rejects. */
  read(): Promise<KeptOrderList | null>;
  /** Never rejects: a browser that cannot keep it shows it all the same. */
  keep(list: KeptOrderList): Promise<void>;
  /** After a logout, and when somebody else logs in. Never rejects. */
  discard(): Promise<void>;
}

/** Keeps the list of orders as it was shown last, sealed on this phone, so that it can be read without a network. */
export function createKeptOrders(parts: KeptDrawerParts): KeptOrders {
  const { local } = parts;
  const { inTurn } = createKeptDrawer(parts, 'orders');
  return {
    read: () => inTurn(async (box) => (await box.read()) as KeptOrderList | null, null),
    keep: (list) =>
      inTurn(async (box) => {
        await box.keep(list);
        local?.setItem(KEPT_ORDERS_KEY, String(list.orders.length));
      }, undefined),
    async discard() {
      await inTurn((box) => box.discard(), undefined);
      local?.removeItem(KEPT_ORDERS_KEY);
    },
  };
}
