import type { StaffRole } from '@huimin/contract/vocabulary';
import { expect, test } from 'vitest';
import { afterReviewEvent, type ReviewEvent, type ReviewStatus, whyNoAgreement, whyNoSchedule } from './index.ts';

const reviewer = (id: number, ...roles: StaffRole[]) => ({ id, roles });
const agreed = (staffId: number, ...roles: StaffRole[]) => ({ staffId, roles });

test.each<[string, ReviewStatus, number[], ReturnType<typeof agreed>[], ReturnType<typeof reviewer>, string | null]>([
  ['the first may', 'first', [1], [], reviewer(2, 'compliance'), null],
  ['not before it is handed in', 'editing', [1], [], reviewer(2, 'compliance'), '不在审批中'],
  ['not who changed it', 'first', [1, 2], [], reviewer(2, 'compliance'), '改过这一稿'],
  ['not the same twice', 'second', [1], [agreed(2, 'compliance')], reviewer(2, 'compliance'), '另一个人'],
  ['not two of one role', 'second', [1], [agreed(2, 'compliance')], reviewer(3, 'compliance'), '不同角色'],
  ['another of another role', 'second', [1], [agreed(2, 'compliance')], reviewer(3, 'broker'), null],
  ['not when both have', 'approved', [1], [], reviewer(4, 'broker'), '不在审批中'],
])('%s', (_, status, editors, agreements, who, problem) => {
  const why = whyNoAgreement({ status, editors, agreements }, who);
  if (problem === null) expect(why).toBeNull();
  else expect(why).toContain(problem);
});

test.each<[ReviewStatus, ReviewEvent, ReviewStatus | null]>([
  ['editing', 'Submitted', 'first'],
  ['second', 'Changed', 'editing'],
  ['scheduled', 'Changed', 'editing'],
  ['scheduled', 'Published', 'published'],
  ['scheduled', 'Unscheduled', 'approved'],
  ['approved', 'Unscheduled', null],
  ['editing', 'Scheduled', null],
  ['first', 'SecondAgreed', null],
  ['published', 'Changed', null],
])('%s, %s: %s', (from, event, to) => expect(afterReviewEvent(from, event)).toBe(to));

test.each<[ReviewStatus, number, boolean]>([
  ['approved', 1_000_000, true],
  ['scheduled', 1_000_000, true],
  ['second', 1_000_000, false],
  ['approved', -120_000, false],
  ['approved', 401 * 86_400_000, false],
])('%s, in %d ms', (status, inMs, may) => {
  expect(whyNoSchedule(status, inMs, 0) === null).toBe(may);
});
