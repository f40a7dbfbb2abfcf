/**
 * The bureau's gateway to its own app: told which phone comes, it answers where that phone's owner goes on. Nothing but
 * the phone travels. `unknown` may or may not have happened there; the same again, by its number, is safe.
 */
export interface MedicalApp {
  /** Origins an answered address may have. */
  readonly origins: readonly string[];
  pushPhone(push: PhonePush): Promise<PushAnswer>;
  /** Only for a phone that was pushed under this number. */
  entry(ask: { readonly jumpNo: string; readonly phone: string }): Promise<EntryAnswer>;
  closeConnections(): void;
}

export interface PhonePush {
  /** Ours: 8–32 letters and digits. */
  readonly jumpNo: string;
  readonly phone: string;
  /** Where in the app it is to end. */
  readonly source: string;
  readonly consent: { readonly version: number; readonly atMs: number };
}

export type PushAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown'; readonly message: string };

export type EntryAnswer =
  | { readonly kind: 'entry'; readonly url: string; readonly expiresAtMs: number }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown'; readonly message: string };
