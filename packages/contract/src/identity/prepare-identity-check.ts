import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { IdNumberText, PersonName, PhoneNumber } from '../vocabulary/schemas.ts';
import { FaceWay, IdentityPurpose, SealedSubject } from './identity-schemas.ts';

/** Say who is to be checked and for what; answers the ways there are */
export const prepareIdentityCheck = defineCall({
  name: 'prepareIdentityCheck',
  topic: 'identity',
  method: 'POST',
  path: '/api/v1/identity/subject',
  summary: 'Say who is to be checked and for what; answers the ways there are',
  input: Type.Object({
    purpose: IdentityPurpose,
    /** Without name and number: the person the account belongs to. */
    name: Type.Optional(PersonName),
    idNumber: Type.Optional(IdNumberText),
    /** The phone that the carrier is asked about. */
    phone: Type.Optional(PhoneNumber),
  }),
  output: Type.Object({
    subject: SealedSubject,
    nameMasked: Type.String(),
    idNumberMasked: Type.String(),
    /** The face check that fits this browser; null when there is none. */
    face: Type.Union([FaceWay, Type.Null()]),
    triesLeft: Type.Integer({ minimum: 0 }),
    /** Whether the carrier can be asked if name, number and phone belong together. */
    carrier: Type.Boolean(),
    validMinutes: Type.Integer(),
  }),
  login: 'optional',
  forSettlement: true,
  specified: false,
  errors: ['not-logged-in', 'too-many-requests'],
});
