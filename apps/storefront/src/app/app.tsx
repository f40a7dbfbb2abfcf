import './shell.css';
import { useMemo } from 'react';
import { ClientProvider } from '../api/client-context.ts';
import { EnvironmentContext } from '../context/environment.ts';
import { ProductContext } from '../context/product-context.ts';
import type { AppParts } from './app-parts.ts';
import { PendingOverlay } from './overlay.tsx';
import { useReadable } from './readable.ts';
import { Screen } from './screen.tsx';

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
