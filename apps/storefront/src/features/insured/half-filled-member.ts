import { halfFilledKind } from '../../channel/half-filled-kind.ts';
import { isWorthKeeping, type MemberForm } from './member-form.ts';

/** How the form of a person is kept. */
export const MEMBER_FORM = {
  drawer: 'member-form',
  sessionKey: 'huimin-member-form',
  bare: (form: MemberForm): MemberForm => ({ ...form, idNumber: '' }),
};

/** The half-filled form of this browser. */
export const HALF_FILLED_MEMBER = halfFilledKind({ ...MEMBER_FORM, isWorthKeeping });
