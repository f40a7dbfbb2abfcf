import type { Calls } from '@huimin/contract';
import { currentRegionCode, isInsurableRegion } from '@huimin/domain/region';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { AccountDeps } from './account-deps.ts';
import { saveRegion } from './user-store.ts';

const MESSAGE = '请从列表里选择医保所在地';

export function saveMedicalInsuranceRegion(deps: AccountDeps): Handler<Calls['saveMedicalInsuranceRegion']> {
  return async (input, request) => {
    const regionCode = currentRegionCode(input.regionCode);
    if (!isInsurableRegion(regionCode)) {
      return fail('bad-input', MESSAGE, { fields: [{ path: 'regionCode', message: MESSAGE }] });
    }
    await saveRegion(deps.core.database.query, request.user, regionCode);
    return ok({ regionCode });
  };
}
