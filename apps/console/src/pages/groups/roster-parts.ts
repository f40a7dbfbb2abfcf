import type { DeskGroupValue } from '@huimin/contract/console';
import { GROUP_PERSON_STATUS_TABLE, type GroupPersonStatus } from '@huimin/domain/group';

type Counts = DeskGroupValue['counts'];

/** People who were in a list and are not any more: taken out for good, whatever the reason. */
export function peopleLeft(counts: Counts): number {
  return GROUP_PERSON_STATUS_TABLE.terminal.reduce((sum, status) => sum + counts[status], 0);
}

/** People who are in a list now, whatever they answered. */
export function peopleListed(counts: Counts): number {
  const statuses = Object.keys(counts) as GroupPersonStatus[];
  return statuses.reduce((sum, status) => sum + counts[status], 0) - peopleLeft(counts);
}

/** Who can be billed now: has agreed, and lives where the sale goes on. */
export function billable({ counts, standing }: Pick<DeskGroupValue, 'counts' | 'standing'>): number {
  return counts.confirmed - standing.reduce((sum, { people }) => sum + people, 0);
}

export interface RosterPart {
  readonly value: 'problems' | 'good' | 'left' | 'all';
  readonly label: string;
  readonly count: number;
}

/** What can be looked at of a list, as far as something is there: nobody is led to an empty part. */
export function rosterParts({ file, counts }: Pick<DeskGroupValue, 'file' | 'counts'>): RosterPart[] {
  const parts: RosterPart[] = [
    { value: 'problems', label: '有问题', count: file?.rowsBad ?? 0 },
    { value: 'good', label: '通过', count: peopleListed(counts) },
    { value: 'left', label: '已离开', count: peopleLeft(counts) },
  ];
  const filled = parts.filter(({ count }) => count > 0);
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  return filled.length === 1 ? filled : [...filled, { value: 'all', label: '全部', count: all }];
}
