import type { CatalogueNameValue } from '@huimin/contract/console';

/** What a change of a list is sent with. */
export interface ListWish {
  readonly list: CatalogueNameValue;
  readonly edition?: string;
  readonly revision: number;
}
