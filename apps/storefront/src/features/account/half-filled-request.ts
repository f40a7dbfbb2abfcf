import type { InputOf } from '@huimin/contract';
import { halfFilledKind } from '../../channel/half-filled-kind.ts';

/** What somebody is about to ask for of the own data. */
export interface DataRequestForm {
  readonly want: InputOf<typeof import('@huimin/contract').calls.askRight>['right'] | 'copy' | 'close';
  readonly words: string;
}

/** The half-written request of this browser. */
export const HALF_FILLED_REQUEST = halfFilledKind<DataRequestForm>({
  drawer: 'data-request',
  sessionKey: 'huimin-data-request',
  bare: (form) => ({ ...form, words: '' }),
  isWorthKeeping: ({ words }) => words.trim() !== '',
});
