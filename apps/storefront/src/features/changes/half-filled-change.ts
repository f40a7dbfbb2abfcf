import type { ChangeOverviewValue } from '@huimin/contract';
import { browserStorage } from '../../channel/browser-storage.ts';
import { createHalfFilledStore, type HalfFilledStore } from '../../channel/half-filled-store.ts';
import { openKeyCabinet } from '../../channel/key-cabinet.ts';

/** A correction as it is being filled in; '' = stays as it is. */
export interface ChangeForm {
  readonly name: string;
  readonly idType: string;
  readonly idNumber: string;
  readonly birthDate: string;
  readonly sex: 'm' | 'f' | '';
  readonly phone: string;
  /** Null: stays. */
  readonly region: string | null;
  readonly reason: ChangeOverviewValue['reasons'][number]['value'] | '';
}

export function emptyChangeForm(idType: string): ChangeForm {
  return { name: '', idType, idNumber: '', birthDate: '', sex: '', phone: '', region: null, reason: '' };
}

let store: HalfFilledStore<ChangeForm> | null = null;

function halfFilledChange(): HalfFilledStore<ChangeForm> {
  store ??= createHalfFilledStore<ChangeForm>({
    drawer: 'change-form',
    sessionKey: 'huimin-change-form',
    bare: (form) => ({ ...form, idNumber: '' }),
    openCabinet: () => openKeyCabinet(window.indexedDB),
    // Without https there is no Web Crypto: a phone that opens a development server by its address.
    crypto: window.crypto?.subtle ? window.crypto : null,
    session: browserStorage('sessionStorage'),
    clock: { now: () => Date.now() },
  });
  return store;
}

/** The half-filled correction of this browser. */
export const HALF_FILLED_CHANGE = {
  store: halfFilledChange,
  isWorthKeeping: ({ name, idNumber, birthDate, phone, region }: ChangeForm): boolean =>
    name !== '' || idNumber !== '' || birthDate !== '' || phone !== '' || region !== null,
};

/** Throws it away with the key it was sealed with. */
export function discardHalfFilledChange(): Promise<void> {
  return halfFilledChange().discard();
}
