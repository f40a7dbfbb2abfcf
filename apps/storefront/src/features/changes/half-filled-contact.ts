import { halfFilledKind } from '../../channel/half-filled-kind.ts';

/** How a payer is to be reached from now on. */
export interface ContactForm {
  /** '' = stays. */
  readonly phone: string;
  /** Null: stays; '' = none any more. */
  readonly email: string | null;
  readonly address: string | null;
}

/** The half-filled contact of this browser. */
export const HALF_FILLED_CONTACT = halfFilledKind<ContactForm>({
  drawer: 'contact-form',
  sessionKey: 'huimin-contact-form',
  bare: () => ({ phone: '', email: null, address: null }),
  isWorthKeeping: ({ phone, email, address }) => phone !== '' || email !== null || address !== null,
});
