import { findStaff, keepStaff } from '../src/features/assisted-sale/index.ts';

/** The demonstration's person at an outlet; logs in with this phone and the text message that comes to it. */
export const DEMONSTRATION_STAFF = {
  staffNo: 'SG0000',
  name: '陈示范',
  phone: '13900000099',
  outletCode: 'SZ-GS-01',
  agentCode: 'SG0000',
  isActive: true,
};

/** Puts in the demonstration's person where nobody is kept yet. */
export async function seedOutletStaff(core: Parameters<typeof keepStaff>[0]): Promise<void> {
  if ((await findStaff(core, { cities: null, limit: 1 })).length === 0) await keepStaff(core, DEMONSTRATION_STAFF);
}
