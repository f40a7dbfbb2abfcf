import type { ChangeOverviewValue } from '@huimin/contract';
import { halfFilledKind } from '../../channel/half-filled-kind.ts';

/** A correction as it is being filled in; '' = stays as it is. */
export interface ChangeForm {
  readonly name: string;
  readonly idType: string;
  readonly idNumber: string;
  readonly birthDate: string;
  readonly sex: 'm' | 'f' | '';
  readonly phone: string;
  /** Null: stays. */
  readonly region: string | null;
  readonly reason: ChangeOverviewValue['reasons'][number]['value'] | '';
}

export function emptyChangeForm(idType: string): ChangeForm {
  return { name: '', idType, idNumber: '', birthDate: '', sex: '', phone: '', region: null, reason: '' };
}

/** The half-filled correction of this browser. */
export const HALF_FILLED_CHANGE = halfFilledKind<ChangeForm>({
  drawer: 'change-form',
  sessionKey: 'huimin-change-form',
  bare: (form) => ({ ...form, idNumber: '' }),
  isWorthKeeping: ({ name, idNumber, birthDate, phone, region }) =>
    name !== '' || idNumber !== '' || birthDate !== '' || phone !== '' || region !== null,
});
