import Type, { type Static } from 'typebox';
import { RegionCode } from '../vocabulary/schemas.ts';

/** The logged-in policyholder as their own phone sees them; numbers masked. */
export const AccountView = Type.Object({
  phoneMasked: Type.String(),
  nameMasked: Type.Union([Type.String(), Type.Null()]),
  regionCode: Type.Union([RegionCode, Type.Null()]),
  wechatBound: Type.Boolean(),
});
export type AccountViewValue = Static<typeof AccountView>;
