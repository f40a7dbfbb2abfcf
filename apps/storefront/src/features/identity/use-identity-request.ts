import type { IdentityPurposeValue } from '@huimin/contract';
import { calls } from '../../api/calls.ts';
import type { NetworkFailure } from '../../api/network-failure.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { type IdentityRequest, keepIdentityRequest } from './identity-request.ts';

export interface IdentityAsk {
  readonly purpose: IdentityPurposeValue;
  /** Without name and number: the person the account belongs to. */
  readonly person?: { readonly name: string; readonly idNumber: string } | null;
  /** Where the step takes the carrier's word as well: the phone it is about. */
  readonly phone?: string;
  readonly backTo: string;
  readonly manualTo?: string | null;
}

export type IdentityAskReply =
  | { readonly ok: true; readonly request: IdentityRequest }
  | {
      readonly ok: false;
      readonly name: string | null;
      readonly message: string;
      /** Why there was no reply, if there was none. */
      readonly unsent?: NetworkFailure;
    };

/**
 * Asks for a check: afterwards `navigate('/faceCheck')` shows the ways there are, and the person comes back to `backTo`
 * with a proof that `takeIdentityProof` hands out, or without one.
 */
export function useIdentityRequest(): [ask: (ask: IdentityAsk) => Promise<IdentityAskReply>, state: { busy: boolean }] {
  const [prepare, state] = useAction(calls.prepareIdentityCheck, { quietFailure: true, overlay: false });
  const ask = async ({ purpose, person, phone, backTo, manualTo = null }: IdentityAsk): Promise<IdentityAskReply> => {
    const reply = await prepare({ purpose, ...person, ...(phone === undefined ? {} : { phone }) });
    if (!reply.ok && reply.name === 'no-reply') {
      return { ok: false, name: reply.name, message: failureText(reply), unsent: reply.failure };
    }
    if (!reply.ok) return { ok: false, name: reply.name, message: reply.message };
    const request: IdentityRequest = { ...reply.value, purpose, backTo, manualTo };
    keepIdentityRequest(request);
    return { ok: true, request };
  };
  return [ask, state];
}
