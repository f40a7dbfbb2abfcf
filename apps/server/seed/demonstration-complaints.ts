import { deadlineAfter } from '@huimin/domain/date';
import { type FirstComplaint, type FirstStep, registerFirstComplaints } from '../src/features/complaints/index.ts';

const DAY_MS = 24 * 3_600_000;
const DESK = 'kefu01';
const OFFICE = 'hegui01';

/** Invented complaints, one in each state that the desk and compliance have to do with. */
function complaintsAt(nowMs: number): FirstComplaint[] {
  const ago = (days: number): number => nowMs - days * DAY_MS;
  const accepted = (days: number): FirstStep => ({
    ...{ event: 'Accepted', step: 'accepted', atMs: ago(days), account: DESK },
  });
  const answered = (days: number, words: string): FirstStep => ({
    ...{ event: 'Answered', step: 'answered', atMs: ago(days), account: DESK, words },
    set: (now, staffId) => ({ answered_at: now, answered_by: staffId }),
  });
  const one = (
    number: number,
    filedDays: number,
    category: FirstComplaint['category'],
    words: string,
    steps: readonly FirstStep[],
  ): FirstComplaint => ({
    ...{ key: `demonstration-complaint-${number}`, category, words: `【演示】${words}`, phone: `1390000010${number}` },
    ...{ filedAtMs: ago(filedDays), takenBy: DESK, steps },
  });
  return [
    one(1, 1, 'sale', '业务员在小区里说既往症也全赔，和条款不一样，要求说明。', []),
    one(2, 6, 'refund', '退保申请提交后三天没有收到退款，要求尽快退。', [accepted(5)]),
    one(3, 18, 'claim', '理赔金额和自己算的不一样，要求把每一项怎么算的写清楚。', [
      accepted(17),
      {
        ...{ event: 'Extended', step: 'extended', atMs: ago(4), account: OFFICE },
        words: '要向医院调取结算明细，答复推迟 10 个工作日',
        set: (now, _staffId, dueAtMs) => ({ extended_at: now, due_at: new Date(deadlineAfter(dueAtMs, 10).byMs) }),
      },
    ]),
    one(4, 9, 'service', '网点工作人员态度不好，排队时没有人解释。', [
      accepted(8),
      answered(2, '已经核对网点的录像，值班人员向您道歉，网点增加了叫号。'),
    ]),
    one(5, 40, 'charge', '自动续保扣了两次，要求退回一次。', [
      accepted(39),
      answered(35, '核对后确实重复扣款，多扣的一次已经原路退回。'),
      {
        ...{ event: 'Closed', step: 'closed', atMs: ago(33), account: OFFICE, words: '和渠道流水核对过，一致' },
        set: (now) => ({ closed_at: now, finding: 'founded' }),
      },
    ]),
    one(6, 35, 'privacy', '接到自称平台的推销电话，怀疑信息外泄，要求查清。', [accepted(33)]),
  ];
}

/** Complaints of the demonstration, where nobody has complained yet. */
export function seedComplaints(core: Parameters<typeof registerFirstComplaints>[0]): Promise<void> {
  return registerFirstComplaints(core, complaintsAt(core.clock.now()));
}
