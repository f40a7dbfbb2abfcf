import { formatDateTime } from '@huimin/domain/date';
import { type ServiceStatus, serviceStatusLabel } from '@huimin/domain/health-services';
import { FACE_CHECK_STATUS_TABLE } from '@huimin/domain/identity';
import { type MidYearStatus, midYearStatusLabel } from '@huimin/domain/mid-year';
import {
  type AppealStatus,
  appealReasonLabel,
  appealStatusLabel,
  type PreExistingStatus,
  preExistingStatusLabel,
} from '@huimin/domain/pre-existing';
import { type DrugApplicationStatus, drugApplicationStatusLabel } from '@huimin/domain/special-drugs';
import { statusEntryOf } from '@huimin/domain/status';
import { CLAIM_VIEWER_SEAL, type ClaimViewer } from '../../claims/index.ts';
import { SERVICE_SEAL, type ServiceBooking } from '../../health-services/index.ts';
import { askedPerson } from '../../mid-year/index.ts';
import {
  DRUG_ANSWER_SEAL,
  DRUG_CASE_SEAL,
  DRUG_PLACE_SEAL,
  type DrugAnswer,
  type DrugCase,
  type DrugPlace,
} from '../../special-drugs/index.ts';
import { type HeldPart, ofUser } from './held-part.ts';

/** What touches health, and the checks of who somebody is. */
export const HEALTH_PARTS: readonly HeldPart[] = [
  {
    ...{ what: '理赔查询', why: '给本人看理赔结果' },
    leftOut: '理赔结果要核验身份才给看，请到“理赔结果”里看',
    tables: ['claim_viewers'],
    rows: async ({ database, vault }, user) => {
      const rows = await database.query<{ sealed: Buffer; at: number }>(
        `select person_sealed as sealed, confirmed_at as at from claim_viewers where shard = $1 and user_id = $2`,
        ofUser(user),
      );
      return rows.map((row) => {
        const { name, idNumber } = vault.openJson<ClaimViewer>(CLAIM_VIEWER_SEAL, row.sealed);
        return { 时间: formatDateTime(row.at), 您说您是: name, 证件号码: idNumber };
      });
    },
  },
  {
    ...{ what: '既往症查询', why: '按您的授权查询' },
    leftOut: '查到的结果要核验身份才给看，请到“既往症查询”里看',
    tables: ['pre_existing_queries', 'pre_existing_consents', 'pre_existing_appeals'],
    rows: async ({ database }, user) => {
      const rows = await database.query<{
        agreed: number;
        withdrawn: number | null;
        basis: string;
        status: PreExistingStatus | null;
        reason: string | null;
        appeal: AppealStatus | null;
        answer: string | null;
      }>(
        `select c.agreed_at as agreed, c.withdrawn_at as withdrawn, c.basis, q.status, a.reason, a.status as appeal,
           a.answer
         from pre_existing_consents c
         left join pre_existing_queries q on q.shard = c.shard and q.id = c.id
         left join pre_existing_appeals a on a.shard = c.shard and a.query_id = c.id and a.user_id = c.user_id
         where c.shard = $1 and c.user_id = $2 order by c.agreed_at, a.id`,
        ofUser(user),
      );
      return rows.map((row) => ({
        ...{ 授权时间: formatDateTime(row.agreed), 查谁: row.basis === 'self' ? '本人' : '未成年子女' },
        ...{ 查询: row.status === null ? '已删除' : preExistingStatusLabel(row.status) },
        撤回时间: row.withdrawn === null ? '' : formatDateTime(row.withdrawn),
        申诉: row.reason === null ? '' : appealReasonLabel(row.reason),
        申诉结果: row.appeal === null ? '' : [appealStatusLabel(row.appeal), row.answer].filter(Boolean).join('，'),
      }));
    },
  },
  {
    ...{ what: '特药申请', why: '审核、取药' },
    tables: ['drug_applications'],
    rows: async ({ database, vault }, user) => {
      const rows = await database.query<{
        at: number;
        status: DrugApplicationStatus;
        sealed: Buffer;
        answer: Buffer | null;
        place: Buffer | null;
      }>(
        `select created_at as at, status, case_sealed as sealed, answer_sealed as answer, place_sealed as place
         from drug_applications where shard = $1 and user_id = $2 order by id`,
        ofUser(user),
      );
      return rows.map((row) => {
        const { drug, name, idNumber } = vault.openJson<DrugCase>(DRUG_CASE_SEAL, row.sealed);
        const answer = row.answer && vault.openJson<DrugAnswer>(DRUG_ANSWER_SEAL, row.answer);
        const place = row.place && vault.openJson<DrugPlace>(DRUG_PLACE_SEAL, row.place);
        const to = place?.recipient;
        return {
          ...{ 时间: formatDateTime(row.at), 用药人: name, 证件号码: idNumber, 药品: drug.genericName },
          ...{
            状态: drugApplicationStatusLabel(row.status),
            答复: answer?.note ?? '',
            药店: place?.pharmacy.name ?? '',
          },
          收件: to ? [to.name, to.phone, to.address].join(' ') : '',
        };
      });
    },
  },
  {
    ...{ what: '健康服务预约', why: '给您安排服务' },
    tables: ['health_service_times'],
    rows: async ({ database, vault }, user) => {
      const rows = await database.query<{ at: number; status: ServiceStatus; sealed: Buffer; on: string | null }>(
        `select booked_at as at, status, details_sealed as sealed, wanted_on as on from health_service_times
         where shard = $1 and user_id = $2 order by id`,
        ofUser(user),
      );
      return rows.map((row) => {
        const { service, name, phone, wish } = vault.openJson<ServiceBooking>(SERVICE_SEAL, row.sealed);
        return {
          ...{ 时间: formatDateTime(row.at), 服务: service.name, 姓名: name, 电话: phone, 要求: wish },
          ...{ 希望哪天: row.on ?? '', 状态: serviceStatusLabel(row.status) },
        };
      });
    },
  },
  {
    ...{ what: '中途参保申请', why: '审核' },
    tables: ['mid_year_applications'],
    rows: async ({ database, vault }, user) => {
      const rows = await database.query<{
        at: number;
        status: MidYearStatus;
        person_sealed: Buffer;
        answer: string | null;
      }>(
        `select created_at as at, status, person_sealed, answer from mid_year_applications
         where shard = $1 and user_id = $2 order by id`,
        ofUser(user),
      );
      return rows.map((row) => {
        const { name, idNumber } = askedPerson({ vault }, row);
        return {
          ...{ 时间: formatDateTime(row.at), 姓名: name, 证件号码: idNumber },
          ...{ 状态: midYearStatusLabel(row.status), 答复: row.answer ?? '' },
        };
      });
    },
  },
  {
    ...{ what: '医保账户授权', why: '用医保个人账户付款' },
    tables: ['medical_permissions', 'medical_consents'],
    rows: async ({ database, numbers }, user) => {
      const rows = await database.query<{ order: bigint; wording: number; at: number }>(
        `select c.order_id as order, c.wording, c.consented_at as at
         from medical_consents c join orders o on o.shard = c.shard and o.id = c.order_id
         where o.shard = $1 and o.user_id = $2 order by c.consented_at`,
        ofUser(user),
      );
      return rows.map((row) => ({
        ...{ 同意时间: formatDateTime(row.at), 订单号: numbers.orderNo(row.order), 同意书版本: String(row.wording) },
      }));
    },
  },
  {
    ...{ what: '刷脸核验', why: '确认是本人' },
    leftOut: '照片和人脸信息没有存',
    tables: ['face_checks'],
    rows: async ({ database }, user) => {
      const rows = await database.query<{ at: number; status: string }>(
        // They lie in the bucket of the person checked.
        'select started_at as at, status from face_checks where user_id = $1 order by started_at',
        [user.id],
      );
      return rows.map(({ at, status }) => ({
        ...{ 时间: formatDateTime(at), 结果: statusEntryOf(FACE_CHECK_STATUS_TABLE, status)?.label ?? status },
      }));
    },
  },
];
