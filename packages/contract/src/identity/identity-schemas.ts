import Type, { type Static } from 'typebox';
import { BeijingTime } from '../vocabulary/schemas.ts';

/** The step for which somebody has to be sure who asks; what is proven for one opens no other. */
export const IdentityPurpose = Type.Enum(
  ['change-phone', 'recover-account', 'change-payer', 'correct-identity', 'query-pre-existing'],
  { description: '为什么核对：换手机号、找回账号、改投保人、更正证件信息、查既往症' },
);
export type IdentityPurposeValue = Static<typeof IdentityPurpose>;

/** Who is to be checked, sealed for this browser by prepareIdentityCheck: names and numbers stay out of addresses. */
export const SealedSubject = Type.String({ pattern: '^[0-9A-Za-z_-]{40,800}$', description: '核对对象的密封凭据' });
export const CheckId = Type.String({ pattern: '^F[0-9]{19}$', description: '刷脸核对的编号' });
export const ProofToken = Type.String({ pattern: '^[0-9A-Za-z_-]{16,64}$', description: '核对通过的一次性凭据' });

/** On which provider's page the face is looked at. */
export const FaceWay = Type.Enum(['detect-auth', 'wbface']);
export type FaceWayValue = Static<typeof FaceWay>;

export const StartFaceCheckInput = Type.Object({
  subject: SealedSubject,
  /** Version of the face-information rules that were shown and agreed to. */
  consentVersion: Type.Integer({ minimum: 1, maximum: 999 }),
  /** Query of the page it is begun on; the shared parameters of it come back with the browser. */
  keptQuery: Type.Optional(Type.String({ maxLength: 8_000 })),
});

export const StartedFaceCheck = Type.Object({
  checkId: CheckId,
  /** The provider’s page. */
  url: Type.String(),
  expiresAt: BeijingTime,
});

export const FaceCheckQuery = Type.Object({ checkId: CheckId });

export const FaceCheckView = Type.Object({
  checkId: CheckId,
  purpose: IdentityPurpose,
  status: Type.Enum(['WAITING', 'PASSED', 'FAILED', 'CANCELLED', 'EXPIRED', 'ABORTED']),
  /** Why it was not passed and what to do, in a sentence. */
  reasonText: Type.Union([Type.String(), Type.Null()]),
  /** For the step it was asked for, once; the same one however often it is asked. */
  proofToken: Type.Union([ProofToken, Type.Null()]),
  triesLeft: Type.Integer({ minimum: 0 }),
  expiresAt: BeijingTime,
});
export type FaceCheckViewValue = Static<typeof FaceCheckView>;
