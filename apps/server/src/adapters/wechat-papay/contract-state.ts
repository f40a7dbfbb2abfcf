import type { ContractEnd, ContractState } from '../../ports/withholding.ts';
import { momentOf } from './wire-values.ts';
import type { Fields } from './xml.ts';

/**
 * Who ended a contract: 1 its time, 2 the payer, 3 our call, 4 the merchant's console, 5 the payer's account is gone, 7 the
 * provider's customer service for the payer; 0 is none. There may be more: over is over, whoever it was.
 */
const END_MODES: Readonly<Record<string, ContractEnd>> = {
  '1': 'time',
  '2': 'user',
  '3': 'merchant',
  '4': 'merchant',
  '5': 'user',
  '7': 'user',
};
const SOME_END = /^[1-9]\d?$/;

const CONTRACT_ID = /^[0-9A-Za-z_-]{1,64}$/;
const OPEN_ID = /^[0-9A-Za-z_-]{1,128}$/;

/** A contract that stands, by the fields of a query or notice; null when they do not say so. */
export function signedState(fields: Fields, signedAt: string | undefined): ContractState | null {
  const { contract_id: contractId = '', openid: openId = '' } = fields;
  const signedAtMs = momentOf(signedAt);
  if (!CONTRACT_ID.test(contractId) || !OPEN_ID.test(openId) || signedAtMs === null) return null;
  return { kind: 'signed', contractId, openId, signedAtMs, expiresAtMs: momentOf(fields.contract_expired_time) };
}

/** A contract that has ended; null when the fields do not say so. */
export function endedState(fields: Fields, endedAt: string | undefined): ContractState | null {
  const { contract_id: contractId = '' } = fields;
  const mode = fields.contract_termination_mode ?? '';
  const by = END_MODES[mode] ?? (SOME_END.test(mode) ? 'merchant' : undefined);
  const endedAtMs = momentOf(endedAt);
  if (!CONTRACT_ID.test(contractId) || by === undefined || endedAtMs === null) return null;
  return { kind: 'ended', contractId, by, endedAtMs };
}
