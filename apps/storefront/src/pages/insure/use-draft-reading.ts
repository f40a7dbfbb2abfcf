import type { ProductInfoValue } from '@huimin/contract';
import { type MustRead, useMustRead } from '../../features/documents/use-must-read.ts';
import { useRequiredDocuments } from '../../features/documents/use-required-documents.ts';
import { useDraft } from '../../features/draft-order/browser-draft.ts';
import { isRead, withRead } from '../../features/draft-order/order-draft.ts';

/** The documents before paying; the draft of the edition keeps which versions were read. */
export function useDraftReading(product: ProductInfoValue): { reading: MustRead; refresh: () => Promise<void> } {
  const { draft, change } = useDraft(product.editionCode);
  const { documents, refresh } = useRequiredDocuments(product);
  const reading = useMustRead(documents, {
    isRead: (document) => isRead(draft, document),
    keep: (read) => void change((before, { nowMs }) => withRead(before, read, nowMs)),
  });
  return { reading, refresh };
}
