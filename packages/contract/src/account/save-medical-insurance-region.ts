import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { RegionCode } from '../vocabulary/schemas.ts';

/** Remember the chosen medical-insurance location */
export const saveMedicalInsuranceRegion = defineCall({
  name: 'saveMedicalInsuranceRegion',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/saveYbRegion',
  summary: 'Remember the chosen medical-insurance location',
  input: Type.Object({ regionCode: RegionCode }),
  output: Type.Object({ regionCode: RegionCode }),
  login: 'required',
});
