import type { InputOf } from '@huimin/contract';
import type { ConsoleCalls } from '@huimin/contract/console';
import type { Core } from '../../core.ts';
import type { AccountDeps } from '../account/index.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { ChangeDependencies } from '../endorsement/index.ts';
import type { MidYearDependencies } from '../mid-year/index.ts';
import type { StaffDependencies } from '../staff/index.ts';

export interface ChangeDeskDependencies extends Core {
  readonly editions: EditionStore;
  readonly approvals: StaffDependencies['approvals'];
  readonly changes: ChangeDependencies;
  readonly midYear: MidYearDependencies;
  readonly account: AccountDeps;
}

/** What the queues need; approvals are asked for by who lists, not by them. */
export type TopicDependencies = Omit<ChangeDeskDependencies, 'approvals'>;

export type ListInput = InputOf<ConsoleCalls['listDeskRequests']>;
