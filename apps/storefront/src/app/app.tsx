import './shell.css';
import type { ProductInfoValue } from '@huimin/contract';
import { useMemo } from 'react';
import type { Client } from '../api/client.ts';
import { ClientProvider } from '../api/client-context.ts';
import { type Environment, EnvironmentContext } from '../context/environment.ts';
import { ProductContext, type SaleState } from '../context/product-context.ts';
import type { Navigation } from './navigation.ts';
import { PendingOverlay } from './overlay.tsx';
import { type Readable, useReadable } from './readable.ts';
import { Screen } from './screen.tsx';

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

/** Everything inside `#root`. The prerendered landing is this same tree. */
export function App(parts: AppParts) {
  const product = useReadable(parts.products);
  const sale = useReadable(parts.saleState);
  const productValue = useMemo(() => product && { product, sale }, [product, sale]);
  return (
    <ClientProvider value={parts.client}>
      <EnvironmentContext value={parts.environment}>
        <ProductContext value={productValue}>
          <Screen
            navigation={parts.navigation}
            productName={product?.proName ?? ''}
            tel={product?.tel}
            onScreenError={parts.onScreenError}
          />
          <PendingOverlay pendingCalls={parts.pendingCalls} navigation={parts.navigation} />
        </ProductContext>
      </EnvironmentContext>
    </ClientProvider>
  );
}
