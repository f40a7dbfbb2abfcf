/**
 * A data centre that says whether somebody counts as having a pre-existing condition by an edition's rules: a label and
 * nothing behind it. `trusted` is told who is meant; `private` gets a keyed hash in place of name and number.
 */
export interface PreExistingRegistry {
  readonly way: 'private' | 'trusted';
  /** The same question again, by its number, asks where it is; it is never counted twice there. */
  ask(question: RegistryQuestion): Promise<RegistryAnswer>;
}

export interface RegistryQuestion {
  /** Ours: 8–32 letters and digits. */
  readonly queryNo: string;
  readonly person: { readonly name: string; readonly idNumber: string };
  readonly editionCode: string;
  readonly basis: 'self' | 'guardian';
  readonly consent: { readonly version: number; readonly atMs: number };
}

export type RegistryAnswer =
  | {
      readonly kind: 'label';
      readonly label: 'yes' | 'no' | 'cannot-tell';
      /** Of the rules; null unless yes. */
      readonly classCode: string | null;
      readonly ruleVersion: string;
      /** `YYYY-MM-DD`: until when what was settled is in. */
      readonly dataDate: string;
    }
  /** Being computed there. */
  | { readonly kind: 'running' }
  /** Our question is wrong, or may not be asked; asking again changes nothing. */
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown'; readonly message: string };
