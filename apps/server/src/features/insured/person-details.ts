import type { MedicalTypeCode } from '@huimin/domain/person';
import type { SessionUser } from '../../http/handler.ts';

/** A person as sealed in members, insured and orders. */
export interface PersonDetails {
  readonly name: string;
  readonly idType: string;
  readonly idNumber: string;
  /** 11 digits. */
  readonly phone: string | null;
  readonly sex: 'm' | 'f';
  /** `YYYY-MM-DD`. */
  readonly birthDate: string;
  /** Which basic medical insurance; absent where nobody said. */
  readonly medicalType?: MedicalTypeCode;
  /** Which kind of relation, for 05. */
  readonly relationshipNote: string | null;
  /** A guardian agreed that the data is given; only for those who were under 14 then. */
  readonly guardianConsent?: true;
  /** Of a payer, where given after buying. */
  readonly email?: string | null;
  readonly address?: string | null;
}

export type RelationshipCode = '00' | '01' | '02' | '03' | '05';

/** A kept person, opened. */
export interface StoredMember {
  readonly memberNo: string;
  readonly id: bigint;
  readonly personIndex: Buffer;
  readonly details: PersonDetails;
  readonly relationship: RelationshipCode;
  readonly regionCode: string;
}

/** The user's own people by the numbers asked for; numbers of nobody, or of somebody else's people, are left out. */
export type LoadMembers = (user: SessionUser, memberNos: readonly string[]) => Promise<Map<string, StoredMember>>;
