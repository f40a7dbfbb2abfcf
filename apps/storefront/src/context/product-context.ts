import type { ProductInfoValue } from '@huimin/contract';
import type { PurchaseFlow, SaleWindow } from '@huimin/domain/product';
import { createContext, useContext } from 'react';

/** Where the sale stands now, by the server's clock. */
export interface SaleState {
  readonly window: SaleWindow;
  /** The sale has not begun yet; `window` is `insureing` then all the same. */
  readonly notYetOnSale: boolean;
  /** The way to buy that is open now without anybody's help; null when there is none. */
  readonly flow: Exclude<PurchaseFlow, 'assisted'> | null;
}

export const ProductContext = createContext<{ product: ProductInfoValue; sale: SaleState } | null>(null);

function useProductContext(): { product: ProductInfoValue; sale: SaleState } {
  const value = useContext(ProductContext);
  if (!value) throw new Error('a page was rendered without product data');
  return value;
}

/** The product configuration. The app starts only once it is there. */
export function useProduct(): ProductInfoValue {
  return useProductContext().product;
}

/** The sale window by the server's clock: `insureing`, `underwriting` or `underwriteEnd`. Switches live. */
export function useSaleWindow(): SaleWindow {
  return useProductContext().sale.window;
}

/** Whether the sale has not begun yet (the specification's window is `insureing` then). */
export function useNotYetOnSale(): boolean {
  return useProductContext().sale.notYetOnSale;
}

/** The way to buy that is open now: the sale itself, before it, mid-year, or none. Switches live. */
export function useOpenFlow(): SaleState['flow'] {
  return useProductContext().sale.flow;
}
