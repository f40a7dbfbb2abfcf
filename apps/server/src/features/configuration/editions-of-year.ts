import type { EditionStore, LoadedEdition } from './edition-store.ts';

/** The editions that cover one year of one product: there may be several beside one another. In the order of the store. */
export function editionsOfYear(
  editions: Pick<EditionStore, 'all'>,
  { name, editionYear }: Pick<LoadedEdition['document'], 'name' | 'editionYear'>,
): LoadedEdition[] {
  return editions.all().filter(({ document }) => document.name === name && document.editionYear === editionYear);
}
