import { addDays, beijingDate } from '@huimin/domain/date';
import { type FirstChannel, registerFirstChannels } from '../src/features/channel-desk/index.ts';
import { DEMONSTRATION_STAFF } from './outlet-staff.ts';

type Institution = Omit<FirstChannel, 'parentCode' | 'licenceNo' | 'licenceUntil'>;
const INSTITUTIONS: readonly Institution[] = [
  { code: 'demo-bank', kind: 'bank', name: '示例银行' },
  { code: 'demo-outlets', kind: 'outlet', name: '示例网点' },
  { code: 'demo-broker', kind: 'broker', name: '示例经纪' },
];
/** Invented people with numbers that are nobody's; one whose registration runs out soon. */
const AGENTS = [
  [DEMONSTRATION_STAFF.agentCode, 'demo-outlets', DEMONSTRATION_STAFF.name, '00000000000000000001', 400],
  ['YW1001', 'demo-bank', '林样本', '00000000000000000002', 400],
  ['YW1002', 'demo-bank', '沈示例', '00000000000000000003', 20],
  ['YW2001', 'demo-broker', '许演示', '00000000000000000004', 400],
] as const;

/** Who brings orders in the demonstration, where nobody is put down yet. */
export function seedSaleChannels(core: Parameters<typeof registerFirstChannels>[0]): Promise<void> {
  const today = beijingDate(core.clock.now());
  const agents = AGENTS.map(([code, parentCode, name, licenceNo, days]): FirstChannel => {
    return { ...{ code, kind: 'agent', parentCode, name, licenceNo }, licenceUntil: addDays(today, days) };
  });
  const institutions = INSTITUTIONS.map((one) => ({ ...one, parentCode: null, licenceNo: null, licenceUntil: null }));
  return registerFirstChannels(core, [...institutions, ...agents], '演示数据');
}
