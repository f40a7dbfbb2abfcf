import { type PhoneRequestStatus, phoneRequestLabel } from '@huimin/domain/account';
import { formatDateTime } from '@huimin/domain/date';
import { statusEntryOf } from '@huimin/domain/status';
import { MESSAGE_KINDS, MESSAGE_STATUS_TABLE } from '@huimin/domain/text-message';
import { accountPhone, contactOfAccount, marketingOffAt, phonesOfAccount, wholeHistory } from '../../account/index.ts';
import { allOwnMessages, inboxContent } from '../../inbox/index.ts';
import { shareCodeOfUser } from '../../sharing/index.ts';
import { looksAt } from '../looks.ts';
import { ownAgreements } from '../own-agreements.ts';
import { ALL_ROWS, type HeldPart, ofUser } from './held-part.ts';

const MESSAGE_TITLES: ReadonlyMap<string, string> = new Map(
  Object.entries(MESSAGE_KINDS).map(([kind, { title }]) => [kind, title]),
);

interface MessageOfAccount {
  readonly id: bigint;
  readonly at: number;
  readonly kind: string;
  readonly status: string;
}

/** The account itself: how it is reached, how one gets in, what it was told and agreed to. */
export const ACCOUNT_PARTS: readonly HeldPart[] = [
  {
    ...{ what: '账户', why: '登录、通知' },
    tables: ['users', 'message_opt_outs'],
    rows: async (deps, user) => {
      const { nickname, email, address } = await contactOfAccount(deps, user);
      const offAtMs = await marketingOffAt(deps.database.query, user.phoneIndex);
      return [
        {
          ...{ 手机号: await accountPhone(deps, user), 称呼: nickname ?? '', 邮箱: email ?? '', 地址: address ?? '' },
          营销短信: offAtMs === null ? '没有关' : `${formatDateTime(offAtMs)} 起不再发`,
        },
      ];
    },
  },
  {
    ...{ what: '绑定的微信和支付宝', why: '登录、付款' },
    tables: ['open_id_bindings', 'alipay_bindings'],
    rows: async ({ database, vault }, user) => {
      const rows = await database.query<{ of: string; sealed: Buffer | null; at: number }>(
        `select '微信' as of, open_id_sealed as sealed, bound_at as at from open_id_bindings
         where shard = $1 and user_id = $2
         union all
         select '支付宝', null, bound_at from alipay_bindings where shard = $1 and user_id = $2 order by at`,
        ofUser(user),
      );
      return rows.map(({ of, sealed, at }) => ({
        ...{ 哪一个: of, 绑定时间: formatDateTime(at) },
        对方的编号: sealed === null ? '只存了算不回去的比对值' : vault.open('open-id', sealed),
      }));
    },
  },
  {
    ...{ what: '登录着的设备', why: '保持登录' },
    tables: ['sessions'],
    rows: async ({ database, clock }, user) => {
      const rows = await database.query<{ device: string; at: number; seen: number }>(
        `select device, created_at as at, seen_at as seen from sessions
         where user_shard = $1 and user_id = $2 and expires_at > $3 order by created_at`,
        [...ofUser(user), new Date(clock.now())],
      );
      return rows.map(({ device, at, seen }) => ({
        ...{ 设备: device, 登录时间: formatDateTime(at), 最近使用: formatDateTime(seen) },
      }));
    },
  },
  {
    ...{ what: '登录和账户记录', why: '账户安全' },
    tables: ['account_events'],
    rows: async (deps, user) =>
      (await wholeHistory(deps, user))
        .map(({ at, what, device, address }) => ({ 时间: at, 事项: what, 设备: device, 网络地址: address }))
        .reverse(),
  },
  {
    ...{ what: '换手机号的申请', why: '核对、换号' },
    tables: ['phone_requests'],
    rows: async ({ database, vault }, user) => {
      const rows = await database.query<{
        at: number;
        state: PhoneRequestStatus;
        phone: Buffer;
        statement: Buffer;
        reason: string | null;
      }>(
        `select created_at as at, state, new_phone_sealed as phone, statement_sealed as statement, reason
         from phone_requests where shard = $1 and user_id = $2 order by id`,
        ofUser(user),
      );
      return rows.map((row) => ({
        ...{
          时间: formatDateTime(row.at),
          新手机号: vault.open('phone', row.phone),
          状态: phoneRequestLabel(row.state),
        },
        ...{ 说明: vault.open('statement', row.statement), 答复: row.reason ?? '' },
      }));
    },
  },
  {
    ...{ what: '同意过的文件', why: '证明您同意过什么' },
    tables: ['account_agreements', 'orders'],
    rows: async ({ database, numbers }, user) =>
      (await ownAgreements(database.query, user)).map(({ title, version, at, orderId }) => ({
        ...{ 文件: title, 版本: String(version), 时间: formatDateTime(at) },
        什么时候同意的: orderId === null ? '登录时' : `参保时，订单 ${numbers.orderNo(orderId)}`,
      })),
  },
  {
    ...{ what: '消息', why: '告诉您办理结果' },
    tables: ['inbox_messages'],
    rows: async (deps, user) =>
      (await allOwnMessages(deps.database.query, user)).map((row) => {
        const { title, text } = inboxContent(deps, row);
        return { 时间: formatDateTime(row.created_at), 标题: title, 内容: text };
      }),
  },
  {
    ...{ what: '短信记录', why: '核对发没发到' },
    tables: ['text_messages', 'former_phones'],
    rows: async ({ database }, user) => {
      // Numbers are given to somebody else, and an account that is closed may be followed by another.
      const found = new Map<bigint, MessageOfAccount>();
      for (const { phoneIndex, sinceMs, untilMs } of await phonesOfAccount(database.query, user)) {
        // What is surely about another account is not this one's, what is about this one is: 手机号已更换 goes to the former number.
        const rows = await database.query<MessageOfAccount>(
          `select id, created_at as at, kind, status from text_messages where shard = $1 and phone_index = $2
             and (user_id = $5 or user_id is null and created_at >= $3 and created_at <= $4)`,
          [
            phoneIndex[0],
            phoneIndex,
            new Date(sinceMs),
            untilMs === Number.POSITIVE_INFINITY ? 'infinity' : new Date(untilMs),
            user.id,
          ],
        );
        for (const row of rows) found.set(row.id, row);
      }
      const rows = [...found.values()].toSorted((one, other) => one.at - other.at || Number(one.id - other.id));
      return rows.map(({ at, kind, status }) => ({
        ...{ 时间: formatDateTime(at), 短信: MESSAGE_TITLES.get(kind) ?? kind },
        结果: statusEntryOf(MESSAGE_STATUS_TABLE, status)?.label ?? status,
      }));
    },
  },
  {
    ...{ what: '分享码', why: '知道是谁分享的' },
    tables: ['share_codes'],
    rows: async ({ database, index }, user) => {
      const rows = await database.query<{ code: string; at: number }>(
        'select share_code as code, created_at as at from share_codes where share_code = $1',
        [shareCodeOfUser({ index }, user.id)],
      );
      return rows.map(({ code, at }) => ({ 分享码: code, 时间: formatDateTime(at) }));
    },
  },
  {
    ...{ what: '谁查过我', why: '让您知道', apart: true },
    tables: ['staff_audit'],
    rows: async (deps, user) =>
      (await looksAt(deps, user, ALL_ROWS)).toReversed().map((look) => ({
        时间: formatDateTime(look.at),
        谁: look.who,
        做了什么: look.what,
        原因: look.why,
      })),
  },
];
