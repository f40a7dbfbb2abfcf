import type { ProductInfoValue } from '@huimin/contract';
import type { SaleWindow } from '@huimin/domain/product';
import { createContext, useContext } from 'react';

/** Where the sale stands now, by the server's clock. */
export interface SaleState {
  readonly window: SaleWindow;
  /** The sale has not begun yet; `window` is `insureing` then all the same. */
  readonly notYetOnSale: boolean;
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
