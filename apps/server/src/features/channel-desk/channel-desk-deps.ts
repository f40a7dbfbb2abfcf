import { withinScope } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { StaffDependencies, StaffMember } from '../staff/index.ts';
import type { ChannelRow } from './channel-store.ts';

export interface ChannelDeskDependencies extends Core {
  readonly editions: EditionStore;
  readonly approvals: StaffDependencies['approvals'];
  /** Where residents' addresses begin. */
  readonly publicOrigin: string;
}

export const NO_CHANNEL = '没有这个渠道或业务员';

/** Somebody limited to channels sees these and who works for them. */
export const seesChannel = ({ scope }: StaffMember, { code, parent_code }: Pick<ChannelRow, 'code' | 'parent_code'>) =>
  withinScope(scope, { channel: code }) || (parent_code !== null && withinScope(scope, { channel: parent_code }));

/** Who did something: two people of one name are two. */
export const signerOf = ({ name, account }: StaffMember) => `${name}（${account}）`;
