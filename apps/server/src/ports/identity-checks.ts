/** Whether a name, an ID number and a phone belong together, by the carrier's word. */
export interface CarrierCheck {
  check(person: CheckedPerson & { readonly phone: string }): Promise<CarrierAnswer>;
}

export interface CheckedPerson {
  readonly name: string;
  readonly idNumber: string;
}

export type CarrierAnswer =
  | { readonly kind: 'match' }
  /** Which of the three does not fit is not passed on: it would answer questions about others. */
  | { readonly kind: 'mismatch' }
  /** The carrier knows nothing, or may not be asked about this person today. */
  | { readonly kind: 'cannot-tell'; readonly code: string }
  | { readonly kind: 'busy'; readonly code: string };

/** A face check on a provider's own page. Its result is asked for there; what the browser brings back proves nothing. */
export interface FaceProvider {
  readonly code: 'detect-auth' | 'wbface';
  begin(ask: FaceAsk): Promise<FaceBegun>;
  result(ask: { readonly checkNo: string; readonly handle: string }): Promise<FaceResult>;
}

export interface FaceAsk extends CheckedPerson {
  /** Ours, letters and digits, at most 32. */
  readonly checkNo: string;
  readonly returnUrl: string;
}

export type FaceBegun =
  | { readonly kind: 'begun'; readonly url: string; readonly handle: string }
  /** The provider does not take this name or number. */
  | { readonly kind: 'wrong-person'; readonly code: string }
  | { readonly kind: 'busy'; readonly code: string };

export type FaceFailure = 'not-live' | 'not-same' | 'name-mismatch' | 'other';

export type FaceResult =
  /** `person` as the provider checked it, where it says so. */
  | { readonly kind: 'passed'; readonly person: CheckedPerson | null }
  | { readonly kind: 'failed'; readonly reason: FaceFailure; readonly code: string }
  | { readonly kind: 'given-up' }
  | { readonly kind: 'none' }
  | { readonly kind: 'busy'; readonly code: string };

/** Reads what is printed on an identity card. */
export interface CardReader {
  read(photo: { readonly image: Buffer; readonly side: 'front' | 'back' }): Promise<CardAnswer>;
}

export type CardAnswer =
  | { readonly kind: 'front'; readonly name: string; readonly idNumber: string; readonly notes: CardNotes }
  /** `validText` as printed: `2010.01.01-2030.01.01` or `2010.01.01-长期`. */
  | { readonly kind: 'back'; readonly validText: string; readonly notes: CardNotes }
  | { readonly kind: 'unreadable'; readonly why: 'blurred' | 'no-card' | 'several' | 'broken' | 'other' }
  | { readonly kind: 'busy'; readonly code: string };

export interface CardNotes {
  readonly warnings: readonly CardWarning[];
  /** 0 to 100; null when it was not told. */
  readonly quality: number | null;
}

export type CardWarning =
  | 'dates-wrong'
  | 'border'
  | 'covered'
  | 'copy'
  | 'screen'
  | 'temporary'
  | 'edited'
  | 'reflection'
  | 'electronic';
