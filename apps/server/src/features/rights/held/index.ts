import { ACCOUNT_PARTS } from './account-parts.ts';
import { CONTRACT_PARTS } from './contract-parts.ts';
import { FURTHER_PARTS } from './further-parts.ts';
import { HEALTH_PARTS } from './health-parts.ts';
import type { HeldPart } from './held-part.ts';

export type { HeldDependencies } from './held-part.ts';

/** Everything that is held about an account's owner, in the order in which it is read. */
export const HELD: readonly HeldPart[] = [...CONTRACT_PARTS, ...HEALTH_PARTS, ...FURTHER_PARTS, ...ACCOUNT_PARTS];

/** Of tables with marks of people that are not told: why. */
export const NOT_TOLD: Readonly<Record<string, string>> = {
  account_holders: 'keyed hashes that lead from a person to the account; nothing that is not told already',
  account_notices: 'text messages on their way, told as messages once they are written',
  assisting_staff: 'data of staff',
  bills: 'lines of the providers, told as payments and refunds',
  channel_records: 'keyed hashes of who came over which channel, counted only',
  claim_cases: 'shown after a check of who is asking, with the claims',
  claim_file_parts: 'the insurer’s file, from which the claims are read',
  claim_rechecks: 'shown with the claims',
  group_file_chunks: 'a company’s file, told as its list of people',
  group_files: 'names of companies’ files',
  group_payouts: 'accounts of companies',
  group_receipts: 'accounts of companies',
  identity_proofs: 'keyed hashes of a check that was passed, for half a year',
  import_pieces: 'a file that staff brought in, told as what came of it',
  import_rows: 'a file that staff brought in, told as what came of it',
  imports: 'names of files of staff',
  lucky_people: 'keyed hashes that keep one person to one draw',
  lucky_rounds: 'seeds of draws',
  outlets: 'data of outlets',
  payment_notices: 'the provider’s words, told as payments and refunds',
  people: 'keyed hashes by which the desk finds what is told already',
  person_claims: 'keyed hashes that keep a person to one policy a year',
  person_reveals: 'told among who looked',
  policies_by_person: 'keyed hashes that lead to policies',
  pre_existing_lookups: 'shown after a check of who is asking, with the pre-existing conditions',
  pre_existing_standings: 'a check of who is asking, for minutes',
  provider_tokens: 'of the providers',
  sale_channels: 'names of channels',
  sms_codes: 'hashes of codes, for minutes',
  staff_accounts: 'data of staff',
  staff_approvals: 'what staff ask one another',
  staff_export_parts: 'tables that staff made, for days',
  staff_exports: 'tables that staff made, for days',
  worker_numbers: 'data of no person',
};
