import type { ChannelLineValue, ConsoleCalls } from '@huimin/contract/console';
import { SALE_CHANNEL_LABELS, saleChannelProblem } from '@huimin/domain/share';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import type { ConsoleHandler, ConsoleRequest } from '../staff/index.ts';
import { type ChannelDeskDependencies, NO_CHANNEL, seesChannel, signerOf } from './channel-desk-deps.ts';
import { type ChannelRow, channelOf, setStopped, writeChange, writeChannel } from './channel-store.ts';
import { NAME_SEAL } from './show-channels.ts';

export function keepSaleChannel(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['keepSaleChannel']> {
  return async (input, request) => {
    const { channelCode: code, channelKind: kind, isNew, parentCode = null } = input;
    const draft = { kind, parentCode, licenceNo: input.licenceNo ?? null, licenceUntil: input.licenceUntil ?? null };
    const problem = saleChannelProblem(draft, deps.clock.now());
    if (problem !== null) return fail('bad-input', problem);
    const { query } = deps.database;
    const [before, parent] = [await channelOf(query, code), parentCode && (await channelOf(query, parentCode))];
    if (parentCode !== null && (!parent || parent.kind === 'agent' || !seesChannel(request.member, parent))) {
      return fail('staff-rule', '没有这个所属渠道');
    }
    const seen = before && seesChannel(request.member, before) ? before : null;
    if (!isNew && seen === null) return fail('not-found', NO_CHANNEL);
    if (!seesChannel(request.member, { code, parent_code: parentCode })) {
      return fail('staff-rule', '新的机构要由数据范围不限渠道的人来加');
    }
    const name = input.name.trim();
    const what = isNew
      ? `新加${SALE_CHANNEL_LABELS[kind]}`
      : changeText(deps, before as ChannelRow, { ...draft, name });
    const nowMs = deps.clock.now();
    const kept = await deps.database.transaction(async (inside) => {
      if (!isNew && input.former && !(await isStill(deps, inside, code, input.former))) return 'changed';
      const row = { code, ...draft, nameSealed: deps.vault.seal(NAME_SEAL, name), nowMs };
      if (!(await writeChannel(inside, row, isNew))) return false;
      await noteChange(inside, request, { code, what, reason: input.reason.trim(), nowMs });
      return true;
    });
    if (kept === 'changed') return fail('staff-rule', CHANGED);
    if (kept) return ok({});
    return fail('staff-rule', isNew ? '这个编码已经有了，请换一个' : '种类不能改，请停用它，另加一个');
  };
}

const CHANGED = '这个渠道刚被别人改过，您填的没有存。请抄下来，关上看最新的再改';

/** Whether it is what somebody had before them when they began to change it; held until that is written. */
async function isStill(
  { vault }: ChannelDeskDependencies,
  query: Query,
  code: string,
  former: Pick<ChannelLineValue, 'name' | 'parentCode' | 'licenceNo' | 'licenceUntil'>,
): Promise<boolean> {
  await query('select 1 from sale_channels where code = $1 for update', [code]);
  const now = await channelOf(query, code);
  return (
    now !== null &&
    vault.open(NAME_SEAL, now.name_sealed) === former.name &&
    now.parent_code === former.parentCode &&
    now.licence_no === former.licenceNo &&
    now.licence_until === former.licenceUntil
  );
}

export function stopSaleChannel(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['stopSaleChannel']> {
  return async (input, request) => settle(deps, input, request, true);
}

export function resumeSaleChannel(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['resumeSaleChannel']> {
  return async (input, request) => settle(deps, input, request, false);
}

async function settle(
  deps: ChannelDeskDependencies,
  { channelCode: code, reason }: { readonly channelCode: string; readonly reason: string },
  request: ConsoleRequest,
  isStopped: boolean,
) {
  const row = await channelOf(deps.database.query, code);
  if (!row || !seesChannel(request.member, row)) return fail('not-found', NO_CHANNEL);
  const nowMs = deps.clock.now();
  const what = isStopped ? '停用' : '恢复';
  const done = await deps.database.transaction(async (inside) => {
    if (!(await setStopped(inside, code, isStopped, nowMs))) return false;
    await noteChange(inside, request, { code, what, reason: reason.trim(), nowMs });
    return true;
  });
  return done ? ok({}) : fail('staff-rule', isStopped ? '已经停用了' : '它没有停用');
}

interface Change {
  readonly code: string;
  readonly what: string;
  readonly reason: string;
  readonly nowMs: number;
}

async function noteChange(query: Query, request: ConsoleRequest, { code, what, reason, nowMs }: Change): Promise<void> {
  await writeChange(query, code, { at: nowMs, by: signerOf(request.member), what, reason });
  await request.note({ subject: `渠道 ${code}`, detail: `${what}：${reason}` }, query);
}

/** What is different, without an agent's name. */
function changeText(
  { vault }: ChannelDeskDependencies,
  before: ChannelRow,
  after: {
    readonly name: string;
    readonly parentCode: string | null;
    readonly licenceNo: string | null;
    readonly licenceUntil: string | null;
  },
): string {
  const differences: readonly (string | null)[] = [
    vault.open(NAME_SEAL, before.name_sealed) === after.name ? null : '改名称',
    differs('所属渠道', before.parent_code, after.parentCode),
    differs('登记编号', before.licence_no, after.licenceNo),
    differs('有效到', before.licence_until, after.licenceUntil),
  ];
  return differences.filter((one) => one !== null).join('，') || '没有改动';
}

const differs = (label: string, before: string | null, after: string | null) =>
  before === after ? null : `${label} ${before ?? '没有'} → ${after ?? '没有'}`;
