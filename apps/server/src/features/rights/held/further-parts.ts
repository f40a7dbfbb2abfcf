import { RIGHT_LABELS, RIGHTS_STATUS_TABLE } from '@huimin/domain/account';
import { ASSISTANCE_STATUS_TABLE } from '@huimin/domain/assistance';
import { formatDateTime } from '@huimin/domain/date';
import { type GroupPersonStatus, groupPersonLabel, groupStatusLabel } from '@huimin/domain/group';
import { type LuckyStatus, luckyStatusLabel } from '@huimin/domain/lucky';
import { type JumpStatus, jumpStatusLabel } from '@huimin/domain/partner-jump';
import { idTypeOf } from '@huimin/domain/person';
import { statusEntryOf } from '@huimin/domain/status';
import { ASSISTED_PHONE_SEAL } from '../../assisted-sale/index.ts';
import { BOOKING_PHONE_SEAL, bookingsOf, bookingView } from '../../booking/index.ts';
import { ownComplaints } from '../../complaints/index.ts';
import { groupDetails, groupPersonDetails, groupsOfContact } from '../../group/index.ts';
import { PRIZE_SEAL, type PrizeAddress } from '../../lucky/index.ts';
import { JUMP_PHONE_SEAL } from '../../partner-jump/index.ts';
import { recordingsOfHolder } from '../../recording/index.ts';
import { ownFiles } from '../../uploads/index.ts';
import { knownOwner } from '../known-owner.ts';
import { ANSWER_SEAL, liftedOf, ownRequests, WORDS_SEAL } from '../rights-store.ts';
import { ALL_ROWS, type HeldPart, ofUser } from './held-part.ts';

/** What was asked and handed in, and everything beside the contracts. */
export const FURTHER_PARTS: readonly HeldPart[] = [
  {
    ...{ what: '开售预约', why: '开售时提醒' },
    tables: ['bookings'],
    rows: async (deps, user) =>
      (await bookingsOf(deps.database.query, user.phoneIndex)).map((row) => {
        const { bookingNo, productName, headCount, statusLabel, bookedAt, regionText } = bookingView(deps, row);
        return {
          ...{ 预约号: bookingNo, 时间: bookedAt, 产品: productName, 人数: String(headCount), 状态: statusLabel },
          ...{ 手机号: deps.vault.open(BOOKING_PHONE_SEAL, row.phone_sealed), 医保所在地: regionText },
        };
      }),
  },
  {
    ...{ what: '单位团体（联系人）', why: '和您联系团体参保' },
    tables: ['groups'],
    rows: async (deps, user) =>
      (await groupsOfContact(deps.database.query, user.phoneIndex)).map((group) => {
        const { companyName, creditCode, contactName, phone, invoiceTitle, remark } = groupDetails(deps, group);
        return {
          ...{ 单位: companyName, 统一社会信用代码: creditCode, 联系人: contactName, 电话: phone },
          ...{ 发票抬头: invoiceTitle, 备注: remark, 状态: groupStatusLabel(group.status) },
        };
      }),
  },
  {
    ...{ what: '单位给您报的参保名单', why: '团体参保' },
    tables: ['group_people'],
    rows: async (deps, user) => {
      const person = await knownOwner(deps.database.query, user);
      if (person === null) return [];
      const rows = await deps.database.query<{ at: number; status: GroupPersonStatus; details_sealed: Buffer }>(
        'select created_at as at, status, details_sealed from group_people where person_index = $1 order by created_at',
        [person],
      );
      return rows.map((row) => {
        const { name, idType, idNumber, phone } = groupPersonDetails(deps, row);
        return {
          ...{
            时间: formatDateTime(row.at),
            姓名: name,
            证件类型: idTypeOf(idType)?.label ?? idType,
            证件号码: idNumber,
          },
          ...{ 手机号: phone ?? '', 状态: groupPersonLabel(row.status) },
        };
      });
    },
  },
  {
    ...{ what: '网点协助', why: '工作人员当面帮您参保' },
    tables: ['assistances'],
    rows: async ({ database, numbers, vault }, user) => {
      const rows = await database.query<{
        no: string;
        at: number;
        status: string;
        phone: Buffer | null;
        order: bigint | null;
      }>(
        // They lie with the staff who help, and most come to no order.
        `select assistance_no as no, joined_at as at, status, resident_phone_sealed as phone, order_id as order
         from assistances where resident_id = $1 order by joined_at`,
        [user.id],
      );
      return rows.map((row) => ({
        ...{ 协助编号: row.no, 时间: formatDateTime(row.at) },
        ...{ 订单号: row.order === null ? '' : numbers.orderNo(row.order) },
        手机号: row.phone === null ? '' : vault.open(ASSISTED_PHONE_SEAL, row.phone),
        状态: statusEntryOf(ASSISTANCE_STATUS_TABLE, row.status)?.label ?? row.status,
      }));
    },
  },
  {
    ...{ what: '健康小礼', why: '抽奖、寄奖品' },
    tables: ['lucky_chances'],
    rows: async ({ database, vault }, user) => {
      const rows = await database.query<{ at: number; status: LuckyStatus; sealed: Buffer | null }>(
        `select earned_at as at, status, address_sealed as sealed from lucky_chances
         where shard = $1 and user_id = $2 order by id`,
        ofUser(user),
      );
      return rows.map((row) => {
        const to = row.sealed && vault.openJson<PrizeAddress>(PRIZE_SEAL, row.sealed);
        return {
          ...{ 时间: formatDateTime(row.at), 结果: luckyStatusLabel(row.status) },
          收件: to ? [to.name, to.phone, to.address].join(' ') : '',
        };
      });
    },
  },
  {
    ...{ what: '去医保页面', why: '按您的同意把手机号交给医保局' },
    tables: ['partner_jumps'],
    rows: async ({ database, vault }, user) => {
      const rows = await database.query<{ at: number; target: string; status: JumpStatus; sealed: Buffer }>(
        `select agreed_at as at, target_name as target, status, phone_sealed as sealed from partner_jumps
         where shard = $1 and user_id = $2 order by id`,
        ofUser(user),
      );
      return rows.map((row) => ({
        ...{ 同意时间: formatDateTime(row.at), 去哪里: row.target, 状态: jumpStatusLabel(row.status) },
        手机号: vault.open(JUMP_PHONE_SEAL, row.sealed),
      }));
    },
  },
  {
    ...{ what: '交上来的材料', why: '审核、核查' },
    tables: ['uploads', 'upload_chunks'],
    rows: async (deps, user) =>
      (await ownFiles(deps, user)).map(({ name, atMs }) => ({ 文件: name, 时间: formatDateTime(atMs) })),
  },
  {
    ...{ what: '投诉', why: '答复、核查' },
    tables: ['complaints', 'complaint_steps'],
    rows: async (deps, user) =>
      (await ownComplaints(deps, user, ALL_ROWS)).toReversed().map((one) => ({
        ...{ 投诉编号: one.complaintNo, 时间: formatDateTime(one.filedAt), 分类: one.categoryLabel, 内容: one.words },
        ...{
          状态: one.statusLabel,
          经过: one.steps.map(({ label, words }) => [label, words].filter(Boolean).join(' ')).join('；'),
        },
      })),
  },
  {
    ...{ what: '客服记录', why: '接着上次的事办' },
    tables: ['person_contacts'],
    rows: async ({ database, notesAbout }, user) => {
      const person = await knownOwner(database.query, user);
      const notes = person === null ? [] : await notesAbout(person);
      return notes.map(({ atMs, kind, words }) => ({ 时间: formatDateTime(atMs), 方式: kind, 记录: words }));
    },
  },
  {
    ...{ what: '我的申请', why: '答复您', apart: true },
    tables: ['rights_requests'],
    rows: async ({ database, vault }, user) =>
      (await ownRequests(database.query, user, ALL_ROWS)).toReversed().map((row) => ({
        ...{ 时间: formatDateTime(row.asked_at), 要求: RIGHT_LABELS[row.kind] },
        ...{
          状态: statusEntryOf(RIGHTS_STATUS_TABLE, row.status)?.label ?? row.status,
          说明: vault.open(WORDS_SEAL, row.words_sealed),
        },
        答复: row.answer_sealed === null ? '' : vault.open(ANSWER_SEAL, row.answer_sealed),
        ...restored(liftedOf({ vault }, row)),
      })),
  },
  {
    ...{ what: '参保过程记录', why: '证明当时给您看过什么、您点过什么' },
    leftOut: '记录可以回放，要看请打客服电话',
    tables: ['recordings', 'evidence_recordings'],
    rows: async ({ database, recordings }, user) =>
      (await recordingsOfHolder(database.query, recordings.holderOf(user.id), ALL_ROWS)).toReversed().map((row) => ({
        ...{ 记录编号: row.trace, 时间: formatDateTime(row.created_at) },
      })),
  },
];

function restored(lifted: ReturnType<typeof liftedOf>): Readonly<Record<string, string>> {
  return lifted === null ? {} : { 恢复使用: `${formatDateTime(lifted.at)} ${lifted.words}` };
}
