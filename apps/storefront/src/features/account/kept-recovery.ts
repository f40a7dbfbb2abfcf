import { forgetNote, keepNote, keptNote } from '../../channel/tab-note.ts';

/** An identity login that has found accounts and waits for the proof. Numbers are masked, or sealed by the server. */
export interface KeptRecovery {
  readonly recoveryToken: string;
  readonly accounts: readonly {
    readonly phoneTail: string;
    readonly covers: readonly { readonly editionYear: number; readonly productName: string; readonly people: number }[];
  }[];
  readonly newPhoneMasked: string;
  /** What a check of the person needs; null where none was offered. */
  readonly check: {
    readonly subject: string;
    readonly nameMasked: string;
    readonly idNumberMasked: string;
    readonly face: 'detect-auth' | 'wbface' | null;
    readonly triesLeft: number;
    readonly carrier: boolean;
  } | null;
}

const KEY = 'huimin-recovery';

/** In this tab only: the face check leaves the page and comes back. */
export function keepRecovery(recovery: KeptRecovery): void {
  keepNote(KEY, recovery);
}

export function keptRecovery(): KeptRecovery | null {
  const value = keptNote(KEY) as Partial<KeptRecovery> | null;
  const isWhole = typeof value?.recoveryToken === 'string' && Array.isArray(value.accounts);
  return isWhole ? (value as KeptRecovery) : null;
}

export function forgetRecovery(): void {
  forgetNote(KEY);
}
