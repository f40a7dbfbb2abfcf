import type { FaceWayValue, IdentityPurposeValue } from '@huimin/contract';
import { forgetNote, keepNote, keptNote } from '../../channel/tab-note.ts';

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

/** Keeps what is asked for while the person is away on the provider's page; a proof of before is forgotten. */
export function keepIdentityRequest(request: IdentityRequest): void {
  forgetNote(PROOF_KEY);
  keepNote(REQUEST_KEY, request);
}

export function keptIdentityRequest(): IdentityRequest | null {
  const value = keptNote(REQUEST_KEY) as Partial<IdentityRequest> | null;
  const isWhole = typeof value?.subject === 'string' && typeof value.purpose === 'string' && isRoute(value.backTo);
  return isWhole ? (value as IdentityRequest) : null;
}

/** The check was passed: its proof is for the step that asked. The request stays until the proof is taken. */
export function keepIdentityProof(proof: KeptProof): void {
  keepNote(PROOF_KEY, proof);
}

/** The proof for this step, out of its place: the server takes it once. Null when there is none. */
export function takeIdentityProof(purpose: IdentityPurposeValue): string | null {
  const proof = keptNote(PROOF_KEY) as Partial<KeptProof> | null;
  if (proof?.purpose !== purpose || typeof proof.token !== 'string') return null;
  forgetIdentityRequest();
  return proof.token;
}

/** Whoever it was about has left this browser. */
export function forgetIdentityRequest(): void {
  forgetNote(PROOF_KEY);
  forgetNote(REQUEST_KEY);
}

/** A route of this app and nothing else. */
export function isRoute(text: unknown): text is string {
  return typeof text === 'string' && /^\/[A-Za-z0-9_-]+(\?[^#]*)?$/.test(text);
}
