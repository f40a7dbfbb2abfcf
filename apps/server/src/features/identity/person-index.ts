import { canonicalIdNumber, IDENTITY_CARD } from '@huimin/domain/person';
import type { Core } from '../../core.ts';

/** The index of the holder of an identity card, the same as of the people kept and insured. */
export function personIndexOf(core: Pick<Core, 'index'>, idNumber: string): Buffer {
  return core.index.person(IDENTITY_CARD, canonicalIdNumber(idNumber));
}

/** The bucket in which what is known of a person's checks lies. */
export function shardOfPerson(personIndex: Buffer): number {
  return personIndex[0] as number;
}
