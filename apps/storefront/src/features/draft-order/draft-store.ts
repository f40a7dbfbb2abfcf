import { type DraftMaking, draftOf, draftText, emptyDraft, type OrderDraft } from './order-draft.ts';

/** One draft per edition and browser; tabs share it. */
const KEY_PREFIX = 'huimin-draft-';

export interface DraftStoreParts {
  /** Local storage; null where the browser refuses it. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  clock: { now(): number };
  newKey: () => string;
  /** Tells of a change that another tab made, by its storage key (null: everything was cleared). Answers what stops it. */
  onOtherTab: (listener: (key: string | null) => void) => () => void;
}

export interface DraftStore {
  /** The draft as all tabs have it now. */
  get(): OrderDraft;
  /** Changes what is stored at this moment, not what this tab saw last, so that no tab undoes another's change. */
  change(edit: (draft: OrderDraft, making: DraftMaking) => OrderDraft): OrderDraft;
  /** Throws the draft away, after logout or once it has become a paid order. */
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/** Keeps the draft of one edition. Without storage it lasts as long as the page. */
export function createDraftStore(editionCode: string, parts: DraftStoreParts): DraftStore {
  const key = KEY_PREFIX + editionCode;
  const listeners = new Set<() => void>();
  let seenText: string | null = null;
  let seen: OrderDraft | null = null;
  let stopOtherTab: () => void = () => {};

  const making = (): DraftMaking => ({ newKey: parts.newKey, nowMs: parts.clock.now() });
  const stored = (): string | null => {
    try {
      return parts.storage ? parts.storage.getItem(key) : seenText;
    } catch {
      return seenText;
    }
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };

  function get(): OrderDraft {
    const text = stored();
    if (seen && text === seenText) return seen;
    seen = draftOf(text, editionCode, parts.clock.now()) ?? emptyDraft(editionCode, making());
    seenText = text;
    return seen;
  }

  function keep(draft: OrderDraft): void {
    seen = draft;
    seenText = draftText(draft);
    try {
      parts.storage?.setItem(key, seenText);
    } catch {
      // Refused or full: `seenText` differs from what is stored, so remember what is stored now.
      seenText = stored();
    }
  }

  return {
    get,
    change(edit) {
      const before = get();
      const after = edit(before, making());
      if (after === before) return before;
      keep(after);
      tell();
      return after;
    },
    clear() {
      seen = null;
      seenText = null;
      try {
        parts.storage?.removeItem(key);
      } catch {
        // Nothing was stored then.
      }
      tell();
    },
    subscribe(listener) {
      const first = listeners.size === 0;
      listeners.add(listener);
      if (first) stopOtherTab = parts.onOtherTab((changed) => (changed === null || changed === key) && tell());
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopOtherTab();
      };
    },
  };
}
