import type { ProductInfoValue } from '@huimin/contract';
import type { Client } from '../api/client.ts';
import type { Environment } from '../context/environment.ts';
import type { SaleState } from '../context/product-context.ts';
import type { Navigation } from './navigation.ts';
import type { Readable } from './readable.ts';

/** What the app is made of once per page load. The prerendered landing gets the same shape with fixed values. */
export interface AppParts {
  readonly client: Client;
  readonly products: Readable<ProductInfoValue | null>;
  readonly saleState: Readable<SaleState>;
  readonly navigation: Pick<Navigation, 'get' | 'subscribe' | 'navigate' | 'from' | 'retry'>;
  readonly environment: Environment;
  /** Number of calls that ask for the overlay. */
  readonly pendingCalls: Readable<number>;
  readonly onScreenError: () => void;
}
