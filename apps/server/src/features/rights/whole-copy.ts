import { formatDateTime } from '@huimin/domain/date';
import { relationshipLabel, shownOrderStatus } from '@huimin/domain/order';
import { idTypeOf } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import type { Core } from '../../core.ts';
import type { SessionUser } from '../../http/handler.ts';
import { accountPhone, contactOfAccount, wholeHistory } from '../account/index.ts';
import { bookingsOf, bookingView } from '../booking/index.ts';
import { ownComplaints } from '../complaints/index.ts';
import type { EditionStore } from '../configuration/index.ts';
import { allOwnMessages, inboxContent } from '../inbox/index.ts';
import type { PersonDetails } from '../insured/index.ts';
import { ownFiles } from '../uploads/index.ts';
import { looksAt } from './looks.ts';
import { ownAgreements } from './own-agreements.ts';
import { ANSWER_SEAL, ownRequests, WORDS_SEAL } from './rights-store.ts';

type CopyDependencies = Core & { readonly editions: EditionStore };

/** Parts by their titles, each with its rows. */
export type Copy = Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;

/** Everything that is held about an account's owner. */
export async function wholeCopy(deps: CopyDependencies, user: SessionUser): Promise<Copy> {
  const { query } = deps.database;
  const owner = [user.shard, user.id];
  const members = await query<{ sealed: Buffer; relationship: string; region: string; consent_at: number }>(
    `select details_sealed as sealed, relationship, region_code as region, consent_at from members
     where shard = $1 and user_id = $2 and removed_at is null order by id`,
    owner,
  );
  const orders = await query<{ id: bigint; at: number; status: number; fen: number; count: number }>(
    `select id, created_at as at, status, premium_fen as fen, insured_count as count from orders
     where shard = $1 and user_id = $2 order by id`,
    owner,
  );
  const policies = await query<{ id: bigint; year: number; fen: number; sealed: Buffer }>(
    `select p.id, p.edition_year as year, p.premium_fen as fen, i.details_sealed as sealed
     from policies p join insured i on i.shard = p.shard and i.id = p.id
     where p.shard = $1 and p.user_id = $2 and p.issued_at is not null order by p.id`,
    owner,
  );
  const { nickname, email, address } = await contactOfAccount(deps, user);
  const open = (purpose: string, sealed: Buffer) => deps.vault.openJson<PersonDetails>(purpose, sealed);
  return {
    账户: [{ 手机号: await accountPhone(deps, user), 称呼: nickname ?? '', 邮箱: email ?? '', 地址: address ?? '' }],
    本人和家人: members.map((row) => {
      const { name, idType, idNumber, phone, birthDate } = open('member', row.sealed);
      return {
        ...{
          姓名: name,
          关系: relationshipLabel(row.relationship),
          证件类型: idTypeOf(idType)?.label ?? idType,
          证件号码: idNumber,
        },
        ...{
          手机号: phone ?? '',
          出生日期: birthDate,
          医保所在地: regionDisplayText(row.region) ?? row.region,
          同意时间: formatDateTime(row.consent_at),
        },
      };
    }),
    订单: orders.map((row) => ({
      ...{ 订单号: deps.numbers.orderNo(row.id), 时间: formatDateTime(row.at), 人数: String(row.count) },
      ...{ 金额: yuan(row.fen), 状态: shownOrderStatus(row.status).residentLabel },
    })),
    保单: policies.map((row) => ({
      ...{ 保单号: deps.numbers.policyNo(row.id), 年度: String(row.year), 保费: yuan(row.fen) },
      被保险人: open('insured', row.sealed).name,
    })),
    同意过的文件: (await ownAgreements(query, user)).map(({ title, version, at, orderId }) => ({
      ...{ 文件: title, 版本: String(version), 时间: formatDateTime(at) },
      什么时候同意的: orderId === null ? '登录时' : `参保时，订单 ${deps.numbers.orderNo(orderId)}`,
    })),
    谁查过我: (await looksAt(deps, user)).map((look) => ({
      ...{ 时间: look.at, 谁: look.who, 做了什么: look.what, 原因: look.why },
    })),
    投诉: (await ownComplaints(deps, user)).map((one) => ({
      ...{ 投诉编号: one.complaintNo, 时间: one.filedAt, 分类: one.categoryLabel, 内容: one.words },
      ...{
        状态: one.statusLabel,
        经过: one.steps.map(({ label, words }) => [label, words ?? ''].join(' ')).join('；'),
      },
    })),
    消息: (await allOwnMessages(query, user)).map((row) => {
      const { title, text } = inboxContent(deps, row);
      return { 时间: formatDateTime(row.created_at), 标题: title, 内容: text };
    }),
    开售预约: (await bookingsOf(query, user.phoneIndex)).map((row) => {
      const { bookingNo, productName, headCount, statusLabel, bookedAt } = bookingView(deps, row);
      return { 预约号: bookingNo, 时间: bookedAt, 产品: productName, 人数: String(headCount), 状态: statusLabel };
    }),
    登录和账户记录: (await wholeHistory(deps, user)).map(({ at, what, device }) => ({
      时间: at,
      事项: what,
      设备: device,
    })),
    交上来的材料: (await ownFiles(deps, user)).map(({ name, atMs }) => ({ 文件: name, 时间: formatDateTime(atMs) })),
    我的申请: (await ownRequests(query, user)).map((row) => ({
      ...{ 时间: formatDateTime(row.asked_at), 说明: deps.vault.open(WORDS_SEAL, row.words_sealed) },
      答复: row.answer_sealed === null ? '' : deps.vault.open(ANSWER_SEAL, row.answer_sealed),
    })),
  };
}

const yuan = (fen: number): string => (fen / 100).toFixed(2);
