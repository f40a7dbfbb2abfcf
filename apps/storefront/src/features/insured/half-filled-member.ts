import { browserStorage } from '../../channel/browser-storage.ts';
import { createHalfFilledStore, type HalfFilledStore } from '../../channel/half-filled-store.ts';
import { openKeyCabinet } from '../../channel/key-cabinet.ts';
import { isWorthKeeping, type MemberForm } from './member-form.ts';

/** How the form of a person is kept. */
export const MEMBER_FORM = {
  drawer: 'member-form',
  sessionKey: 'huimin-member-form',
  bare: (form: MemberForm): MemberForm => ({ ...form, idNumber: '' }),
};

let store: HalfFilledStore<MemberForm> | null = null;

function halfFilledMember(): HalfFilledStore<MemberForm> {
  store ??= createHalfFilledStore({
    ...MEMBER_FORM,
    openCabinet: () => openKeyCabinet(window.indexedDB),
    // Without https there is no Web Crypto: a phone that opens a development server by its address.
    crypto: window.crypto?.subtle ? window.crypto : null,
    session: browserStorage('sessionStorage'),
    clock: { now: () => Date.now() },
  });
  return store;
}

/** The half-filled form of this browser. */
export const HALF_FILLED_MEMBER = { store: halfFilledMember, isWorthKeeping };

/** Throws the half-filled form away with the key it was sealed with. */
export function discardHalfFilledMember(): Promise<void> {
  return halfFilledMember().discard();
}
