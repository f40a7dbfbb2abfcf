import { RIGHT_LABELS } from '@huimin/domain/account';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { noteNotice } from '../account/index.ts';
import type { RightsRow } from './rights-store.ts';

type TellCore = Pick<Core, 'orderIds' | 'vault' | 'clock'>;
type Asked = Pick<RightsRow, 'shard' | 'id' | 'user_id' | 'kind'>;

/** Whoever asked is told that there is an answer, with the answer; what it says stands on the page alone. */
export async function tellAnswer(
  core: TellCore,
  query: Query,
  { shard, id, user_id: accountId, kind }: Asked,
  user: { readonly phoneSealed: Buffer },
): Promise<void> {
  const event = `${RIGHT_LABELS[kind]}的申请已答复，请到我的个人信息里看`;
  await noteNotice(core, query, shard, core.vault.open('phone', user.phoneSealed), event, {
    ...{ accountId, about: `QL${id}` },
  });
}
