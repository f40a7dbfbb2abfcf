import type { ProductInfoValue } from '@huimin/contract';
import { browserStorage } from '../../channel/browser-storage.ts';
import { type MustRead, useMustRead } from '../../features/documents/use-must-read.ts';
import { useRequiredDocuments } from '../../features/documents/use-required-documents.ts';
import { useDraft } from '../../features/draft-order/browser-draft.ts';
import { isRead, UNRECORDED, withRead } from '../../features/draft-order/order-draft.ts';
import { recordIdOf } from '../../features/order/order-input.ts';

/** Whose record shows what is read and agreed to now. */
export const thisVisit = (): string => recordIdOf(browserStorage('sessionStorage')) ?? UNRECORDED;

/** The documents before paying; the draft of the edition keeps which versions were read in this visit. */
export function useDraftReading(product: ProductInfoValue): { reading: MustRead; refresh: () => Promise<void> } {
  const { draft, change } = useDraft(product.editionCode);
  const { documents, refresh } = useRequiredDocuments(product);
  const reading = useMustRead(documents, {
    isRead: (document) => isRead(draft, document, thisVisit()),
    keep: (read) => void change((before, { nowMs }) => withRead(before, read, thisVisit(), nowMs)),
  });
  return { reading, refresh };
}
