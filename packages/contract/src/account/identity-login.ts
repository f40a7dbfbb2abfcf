import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { IdNumberText, PersonName, PhoneNumber, SmsCode } from '../vocabulary/schemas.ts';
import { AccountView, AgreedDocuments, RecoveryToken } from './account-schemas.ts';

/** Find the account of a policyholder whose phone has changed, by name, identity number and the new phone */
export const identityLogin = defineCall({
  name: 'identityLogin',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/identity/auth',
  summary: 'Find the account of a policyholder whose phone has changed, by name, identity number and the new phone',
  input: Type.Object({
    name: PersonName,
    idNumber: IdNumberText,
    phone: PhoneNumber,
    code: SmsCode,
    agreedDocuments: AgreedDocuments,
  }),
  output: Type.Object({
    /** Logged in at once: the phone is the account's own. */
    account: Type.Union([AccountView, Type.Null()]),
    /** Found; whether it is really the policyholder has to be proven before the phone is registered. */
    recovery: Type.Union([
      Type.Object({
        recoveryToken: RecoveryToken,
        validMinutes: Type.Integer(),
        accounts: Type.Array(
          Type.Object({
            /** Last four figures of the registered phone. */
            phoneTail: Type.String(),
            covers: Type.Array(
              Type.Object({ editionYear: Type.Integer(), productName: Type.String(), people: Type.Integer() }),
            ),
          }),
        ),
      }),
      Type.Null(),
    ]),
  }),
  login: 'optional',
  errors: ['not-found', 'sms-code-wrong', 'sms-code-expired', 'documents-changed'],
});
