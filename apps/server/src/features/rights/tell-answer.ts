import { RIGHT_LABELS } from '@huimin/domain/account';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { noteNotice } from '../account/index.ts';
import type { RightsRow } from './rights-store.ts';

type TellCore = Pick<Core, 'orderIds' | 'vault' | 'clock'>;
type Told = { readonly phoneSealed: Buffer };
type Asked = Pick<RightsRow, 'shard' | 'id' | 'user_id' | 'kind'>;

/** Whoever asked is told that there is an answer, with the answer; what it says stands on the page alone. */
export async function tellAnswer(core: TellCore, query: Query, asked: Asked, user: Told): Promise<void> {
  await tell(core, query, asked, user, `${RIGHT_LABELS[asked.kind]}的申请已答复，请到我的个人信息里看`);
}

/** Whoever took a restriction back is told of it: another who has the phone in hand may have done it. */
export async function tellLifted(core: TellCore, query: Query, asked: Asked, user: Told): Promise<void> {
  await tell(core, query, asked, user, '个人信息已恢复使用，不是您本人办的请打客服电话');
}

async function tell(core: TellCore, query: Query, asked: Asked, user: Told, event: string): Promise<void> {
  const { shard, id, user_id: accountId } = asked;
  const phone = core.vault.open('phone', user.phoneSealed);
  await noteNotice(core, query, shard, phone, event, { accountId, about: `QL${id}` });
}
