import { createHash } from 'node:crypto';
import type { StaffRole } from '@huimin/contract/vocabulary';
import { type StaffScope, WHOLE_SCOPE } from '@huimin/domain/staff';
import { type DemonstrationPerson, seedDemonstrationStaff } from '../src/features/staff/index.ts';

function person(
  account: string,
  name: string,
  company: string,
  role: StaffRole,
  scope: Partial<StaffScope> = {},
): DemonstrationPerson {
  const secret = createHash('sha256').update(`demonstration ${account}`).digest().subarray(0, 20);
  const whole = { ...WHOLE_SCOPE, ...scope };
  return { account, name, company, roles: [role], scope: whole, secret };
}

/** One per role. */
export const DEMONSTRATION_PEOPLE: readonly DemonstrationPerson[] = [
  person('yunying01', '运营员 01', '甲信财产', 'operations'),
  person('caiwu01', '财务 01', '甲信财产', 'finance'),
  person('jingji01', '经纪公司 01', '示例经纪', 'broker'),
  person('kefu01', '客服 01', '服务热线', 'service'),
  person('wangdian01', '网点 南通 01', '南通网点', 'outlet', { cities: ['320600'] }),
  person('qudao01', '渠道 01', '示例银行', 'channel', { channels: ['demo-bank'] }),
  person('hegui01', '合规 01', '甲信财产', 'compliance'),
  person('jianguan01', '监管 01', '监管机构', 'regulator'),
  person('yunwei01', '运维 01', '运营中心', 'system'),
  person('anquan01', '安全管理员 01', '运营中心', 'security'),
  person('shenji01', '审计 01', '运营中心', 'audit'),
];

export function seedStaffOfDemonstration(core: Parameters<typeof seedDemonstrationStaff>[0]): Promise<void> {
  return seedDemonstrationStaff(core, DEMONSTRATION_PEOPLE);
}
