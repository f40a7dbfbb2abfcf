import type { FaceWayValue, IdentityPurposeValue } from '@huimin/contract';
import { browserStorage } from '../../channel/browser-storage.ts';

/** A check that a page has asked for. Who is checked is in it sealed and masked only. */
export interface IdentityRequest {
  readonly purpose: IdentityPurposeValue;
  /** The seal of prepareIdentityCheck. */
  readonly subject: string;
  readonly nameMasked: string;
  readonly idNumberMasked: string;
  readonly face: FaceWayValue | null;
  readonly triesLeft: number;
  /** Whether the carrier's word about a phone is one of the ways. */
  readonly carrier: boolean;
  /** Route of the step it is for, `/info?step=2`: where the person goes on, or gives up. */
  readonly backTo: string;
  /** Route on which a check by hand can be asked for; null where only the phone is left. */
  readonly manualTo: string | null;
}

interface KeptProof {
  readonly purpose: IdentityPurposeValue;
  readonly token: string;
}

const REQUEST_KEY = 'huimin-identity-request';
const PROOF_KEY = 'huimin-identity-proof';
type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
/** For browsers that refuse storage: kept as long as the page. */
const unsaved = new Map<string, string>();
const session = () => browserStorage('sessionStorage');

/** Keeps what is asked for while the person is away on the provider's page; a proof of before is forgotten. */
export function keepIdentityRequest(request: IdentityRequest, storage: KeyStorage | null = session()): void {
  forget(PROOF_KEY, storage);
  keep(REQUEST_KEY, request, storage);
}

export function keptIdentityRequest(storage: KeyStorage | null = session()): IdentityRequest | null {
  const value = kept(REQUEST_KEY, storage) as Partial<IdentityRequest> | null;
  const isWhole = typeof value?.subject === 'string' && typeof value.purpose === 'string' && isRoute(value.backTo);
  return isWhole ? (value as IdentityRequest) : null;
}

/** The check was passed: its proof is for the step that asked. The request stays until the proof is taken. */
export function keepIdentityProof(proof: KeptProof, storage: KeyStorage | null = session()): void {
  keep(PROOF_KEY, proof, storage);
}

/** The proof for this step, out of its place: the server takes it once. Null when there is none. */
export function takeIdentityProof(
  purpose: IdentityPurposeValue,
  storage: KeyStorage | null = session(),
): string | null {
  const proof = kept(PROOF_KEY, storage) as Partial<KeptProof> | null;
  if (proof?.purpose !== purpose || typeof proof.token !== 'string') return null;
  forgetIdentityRequest(storage);
  return proof.token;
}

/** Whoever it was about has left this browser. */
export function forgetIdentityRequest(storage: KeyStorage | null = session()): void {
  forget(PROOF_KEY, storage);
  forget(REQUEST_KEY, storage);
}

/** A route of this app and nothing else. */
export function isRoute(text: unknown): text is string {
  return typeof text === 'string' && /^\/[A-Za-z0-9_-]+(\?[^#]*)?$/.test(text);
}

function keep(key: string, value: object, storage: KeyStorage | null): void {
  const text = JSON.stringify(value);
  unsaved.set(key, text);
  try {
    storage?.setItem(key, text);
  } catch {
    // Refused or full: `unsaved` holds it.
  }
}

function kept(key: string, storage: KeyStorage | null): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? unsaved.get(key) ?? 'null');
  } catch {
    return null;
  }
}

function forget(key: string, storage: KeyStorage | null): void {
  unsaved.delete(key);
  try {
    storage?.removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}
