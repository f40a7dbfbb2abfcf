/** An edition as an order bought it: cover that was applied for late begins on the order's own day. */
export function editionOfOrder<E extends { readonly document: { readonly validDate: string } }>(
  editions: { edition(code: string): E | null },
  order: { readonly edition_code: string; readonly cover_from: string | null },
): E | null {
  const edition = editions.edition(order.edition_code);
  if (!edition || order.cover_from === null) return edition;
  return { ...edition, document: { ...edition.document, validDate: order.cover_from } };
}
