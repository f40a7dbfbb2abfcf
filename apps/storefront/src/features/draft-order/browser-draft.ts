import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { newClientKey } from '../../api/new-client-key.ts';
import { browserStorage } from '../../channel/browser-storage.ts';
import { whenPersonLeaves } from '../../channel/person-gone.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';
import type { DraftMaking, OrderDraft } from './order-draft.ts';

const stores = new Map<string, DraftStore>();
whenPersonLeaves(() => {
  for (const store of stores.values()) store.clear();
});

/** The draft of an edition in this browser; the same store for everybody on the page. */
export function browserDraft(editionCode: string): DraftStore {
  let store = stores.get(editionCode);
  if (!store) {
    store = createDraftStore(editionCode, {
      storage: browserStorage('localStorage'),
      clock: { now: () => Date.now() },
      newKey: newClientKey,
      onOtherTab: (listener) => {
        const onStorage = (event: StorageEvent) => listener(event.key);
        window.addEventListener('storage', onStorage);
        return () => window.removeEventListener('storage', onStorage);
      },
    });
    stores.set(editionCode, store);
  }
  return store;
}

/** The draft and how to change it; renders again when this or another tab changes it. */
export function useDraft(editionCode: string): {
  draft: OrderDraft;
  change: (edit: (draft: OrderDraft, making: DraftMaking) => OrderDraft) => OrderDraft;
} {
  const store = useMemo(() => browserDraft(editionCode), [editionCode]);
  const draft = useSyncExternalStore(store.subscribe, store.get);
  const change = useCallback<DraftStore['change']>((edit) => store.change(edit), [store]);
  return { draft, change };
}
