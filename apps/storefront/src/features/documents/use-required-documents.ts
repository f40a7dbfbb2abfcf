import type { ProductInfoValue } from '@huimin/contract';
import { useCallback, useMemo, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useClient } from '../../api/client-context.ts';

export interface RequiredDocument {
  readonly key: string;
  readonly title: string;
  readonly version: number;
}

/** The documents that must be read before paying, in the product's order; newer than the product's list after `refresh`. */
export function useRequiredDocuments(product: ProductInfoValue): {
  documents: readonly RequiredDocument[];
  /** Asks for the present versions, after the server has said that one changed. Keeps the known ones where it fails. */
  refresh: () => Promise<void>;
} {
  const client = useClient();
  const [newer, setNewer] = useState<Readonly<Record<string, number>>>({});
  const documents = useMemo(
    () =>
      product.documents
        .filter((document) => document.required)
        .map(({ key, title, version }) => ({ key, title, version: Math.max(version, newer[key] ?? 0) })),
    [product, newer],
  );
  const refresh = useCallback(async () => {
    const found: Record<string, number> = {};
    await Promise.all(
      documents.map(async ({ key }) => {
        const input = { pageKey: key, productId: product.editionCode };
        const reply = await client.call(calls.queryPage, input, { quietFailure: true }).catch(() => null);
        if (reply?.ok) found[key] = reply.value.version;
      }),
    );
    setNewer((before) => ({ ...before, ...found }));
  }, [client, documents, product]);
  return { documents, refresh };
}
