import { formatDateTime, formatDotDate } from '@huimin/domain/date';
import { type ChangeItem, changeFieldLabel, shownChangeStatus, wholeValue } from '@huimin/domain/endorsement';
import { type InsuredConsentStatus, insuredConsentLabel } from '@huimin/domain/insured-consent';
import { relationshipLabel, shownOrderStatus } from '@huimin/domain/order';
import { PAYMENT_STATUS_TABLE } from '@huimin/domain/payment';
import { idTypeOf, medicalTypeOf } from '@huimin/domain/person';
import { shownRefundStatus } from '@huimin/domain/refund';
import { regionDisplayText } from '@huimin/domain/region';
import { statusEntryOf } from '@huimin/domain/status';
import { type ContractStatus, contractStatusLabel, type RunStatus, runStatusLabel } from '@huimin/domain/withholding';
import { LOVE_NAME_SEAL } from '../../certificate/index.ts';
import type { PersonDetails } from '../../insured/index.ts';
import { METHOD_LABELS } from '../../order/index.ts';
import { type HeldDependencies, type HeldPart, ofUser, yuan } from './held-part.ts';

const method = (code: string): string => METHOD_LABELS[code] ?? code;

function personRow({ name, idType, idNumber, phone }: Pick<PersonDetails, 'name' | 'idType' | 'idNumber' | 'phone'>) {
  return { 姓名: name, 证件类型: idTypeOf(idType)?.label ?? idType, 证件号码: idNumber, 手机号: phone ?? '' };
}

/** Beside who somebody is: what the insurance goes by. */
function coveredRow(relationship: string, region: string, details: PersonDetails) {
  const { birthDate, medicalType, relationshipNote } = details;
  return {
    ...{ 关系: [relationshipLabel(relationship), relationshipNote].filter(Boolean).join(' '), 出生日期: birthDate },
    ...{ 医保类型: medicalType === undefined ? '' : (medicalTypeOf(medicalType)?.label ?? medicalType) },
    医保所在地: regionDisplayText(region) ?? region,
  };
}

/** What the contracts of insurance are made of: people, orders, money, policies, and what became of them. */
export const CONTRACT_PARTS: readonly HeldPart[] = [
  {
    ...{ what: '本人和家人', why: '参保、出单' },
    tables: ['members'],
    rows: async ({ database, vault }, user) => {
      const rows = await database.query<{ sealed: Buffer; relationship: string; region: string; at: number }>(
        `select details_sealed as sealed, relationship, region_code as region, consent_at as at from members
         where shard = $1 and user_id = $2 and removed_at is null order by id`,
        ofUser(user),
      );
      return rows.map((row) => {
        const details = vault.openJson<PersonDetails>('member', row.sealed);
        return {
          ...{ ...personRow(details), ...coveredRow(row.relationship, row.region, details) },
          同意时间: formatDateTime(row.at),
        };
      });
    },
  },
  {
    ...{ what: '订单', why: '参保、对账' },
    tables: ['orders'],
    rows: async ({ database, vault, numbers, editions }, user) => {
      const rows = await database.query<{
        id: bigint;
        at: number;
        status: number;
        fen: number;
        count: number;
        payer: Buffer;
        edition: string;
        source: string | null;
      }>(
        `select id, created_at as at, status, edition_code as edition, premium_fen as fen, insured_count as count, policyholder_sealed as payer,
           source from orders where shard = $1 and user_id = $2 order by id`,
        ofUser(user),
      );
      return rows.map((row) => {
        const details = vault.openJson<PersonDetails>('policyholder', row.payer);
        const payer = personRow(details);
        return {
          产品: editions.edition(row.edition)?.document.proName ?? row.edition,
          ...{ 订单号: numbers.orderNo(row.id), 时间: formatDateTime(row.at), 人数: String(row.count) },
          ...{ 金额: yuan(row.fen), 状态: shownOrderStatus(row.status).residentLabel, 从哪里来: row.source ?? '' },
          ...{ 缴费人: payer.姓名, 缴费人证件号码: payer.证件号码, 缴费人手机号: payer.手机号 },
          ...{ 缴费人邮箱: details.email ?? '', 缴费人地址: details.address ?? '' },
        };
      });
    },
  },
  {
    // Also of orders that came to nothing, of which there is no policy.
    ...{ what: '订单里的被保险人', why: '参保、出单' },
    tables: ['insured', 'insured_consents', 'insured_consent_steps'],
    rows: async ({ database, vault, numbers }, user) => {
      const rows = await database.query<{
        order: bigint;
        sealed: Buffer;
        relationship: string;
        region: string;
        said: InsuredConsentStatus | null;
        at: number | null;
      }>(
        `select o.id as order, i.details_sealed as sealed, i.relationship, i.region_code as region, c.status as said,
           coalesce(c.answered_at, c.asked_at) as at
         from orders o join insured i on i.shard = o.shard and i.order_id = o.id
           left join insured_consents c on c.shard = i.shard and c.id = i.id
         where o.shard = $1 and o.user_id = $2 order by o.id, i.id`,
        ofUser(user),
      );
      return rows.map((row) => {
        const details = vault.openJson<PersonDetails>('insured', row.sealed);
        return {
          ...{ 订单号: numbers.orderNo(row.order), ...personRow(details) },
          ...coveredRow(row.relationship, row.region, details),
          本人确认:
            row.said === null || row.at === null ? '' : `${insuredConsentLabel(row.said)}，${formatDateTime(row.at)}`,
        };
      });
    },
  },
  {
    ...{ what: '付款', why: '收款、对账' },
    tables: ['payments', 'payment_attempts'],
    rows: async ({ database, numbers }, user) => {
      const rows = await database.query<{
        at: number;
        order: bigint;
        method: string;
        fen: number;
        no: string;
        txn: string | null;
        state: string;
      }>(
        `select p.paid_at as at, p.order_id as order, p.method, p.amount_fen as fen, p.merchant_order_no as no,
           p.provider_txn as txn, 'SUCCESS' as state
         from payments p join orders o on o.shard = p.shard and o.id = p.order_id
         where o.shard = $1 and o.user_id = $2
         union all
         select a.created_at, a.order_id, a.method, a.amount_fen, a.merchant_order_no, null, a.state
         from payment_attempts a join orders o on o.shard = a.shard and o.id = a.order_id
         where o.shard = $1 and o.user_id = $2 and not exists (
           select from payments p where p.shard = a.shard and p.merchant_order_no = a.merchant_order_no)
         order by at`,
        ofUser(user),
      );
      return rows.map((row) => ({
        ...{ 时间: formatDateTime(row.at), 订单号: numbers.orderNo(row.order), 方式: method(row.method) },
        ...{ 金额: yuan(row.fen), 结果: statusEntryOf(PAYMENT_STATUS_TABLE, row.state)?.label ?? row.state },
        ...{ 商户单号: row.no, 交易单号: row.txn ?? '' },
      }));
    },
  },
  {
    ...{ what: '退款', why: '退款、对账' },
    tables: ['refunds', 'refund_hand_payouts'],
    rows: async ({ database, numbers }, user) => {
      const rows = await database.query<{
        at: number;
        order: bigint;
        no: string;
        fen: number;
        state: string;
        settled: number | null;
        route: string | null;
        reference: string | null;
      }>(
        `select r.created_at as at, r.order_id as order, r.refund_no as no, r.amount_fen as fen, r.state,
           r.settled_at as settled, h.route, h.reference
         from refunds r join orders o on o.shard = r.shard and o.id = r.order_id
         left join refund_hand_payouts h on h.shard = r.shard and h.refund_id = r.id
         where o.shard = $1 and o.user_id = $2 order by r.id`,
        ofUser(user),
      );
      return rows.map((row) => ({
        ...{ 时间: formatDateTime(row.at), 订单号: numbers.orderNo(row.order), 退款单号: row.no, 金额: yuan(row.fen) },
        ...{ 状态: shownRefundStatus(row.state).label, 到账: row.settled === null ? '' : formatDateTime(row.settled) },
        人工退款: [row.route, row.reference].filter(Boolean).join(' '),
      }));
    },
  },
  {
    ...{ what: '保单', why: '保障、理赔' },
    tables: ['policies', 'upgrades'],
    rows: async ({ database, vault, numbers }, user) => {
      const rows = await database.query<{
        id: bigint;
        year: number;
        fen: number;
        sealed: Buffer;
        issued: number;
        cancelled: number | null;
        upgradeFen: number | null;
      }>(
        `select p.id, p.edition_year as year, p.premium_fen as fen, i.details_sealed as sealed, p.issued_at as issued,
           p.cancelled_at as cancelled, u.premium_fen as "upgradeFen"
         from policies p join insured i on i.shard = p.shard and i.id = p.id
         left join upgrades u on u.shard = p.shard and u.policy_id = p.id and u.issued_at is not null
           and u.cancelled_at is null
         where p.shard = $1 and p.user_id = $2 and p.issued_at is not null order by p.id`,
        ofUser(user),
      );
      return rows.map((row) => {
        const insured = vault.openJson<PersonDetails>('insured', row.sealed);
        return {
          ...{ 保单号: numbers.policyNo(row.id), 年度: String(row.year), 保费: yuan(row.fen) },
          ...{ 升级补交: row.upgradeFen === null ? '' : yuan(row.upgradeFen) },
          ...{ 被保险人: insured.name, 证件号码: insured.idNumber, 出单时间: formatDateTime(row.issued) },
          退保时间: row.cancelled === null ? '' : formatDateTime(row.cancelled),
        };
      });
    },
  },
  {
    ...{ what: '信息变更', why: '改正参保信息' },
    tables: ['changes'],
    rows: async ({ database, vault, numbers }, user) => {
      const rows = await database.query<{ at: number; order: bigint; subject: string; status: string; sealed: Buffer }>(
        `select coalesce(submitted_at, created_at) as at, order_id as order, subject, status, items_sealed as sealed
         from changes where shard = $1 and user_id = $2 order by id`,
        ofUser(user),
      );
      return rows.map((row) => ({
        ...{ 时间: formatDateTime(row.at), 订单号: numbers.orderNo(row.order) },
        ...{ 改谁的: row.subject === 'payer' ? '缴费人' : '被保险人', 状态: shownChangeStatus(row.status).label },
        改了什么: vault
          .openJson<ChangeItem[]>('change', row.sealed)
          .map(
            ({ field, before, after }) =>
              `${changeFieldLabel(field)}：${wholeValue(field, before)} 改为 ${wholeValue(field, after)}`,
          )
          .join('；'),
      }));
    },
  },
  {
    ...{ what: '自动扣费', why: '按您的委托扣费' },
    tables: ['withholding_contracts', 'withholding_runs'],
    rows: withholdings,
  },
  {
    ...{ what: '爱心证书', why: '给您留念' },
    tables: ['love_certificates'],
    rows: async ({ database, vault, numbers }, user) => {
      const rows = await database.query<{ order: bigint; sealed: Buffer; at: number }>(
        `select order_id as order, nickname_sealed as sealed, created_at as at from love_certificates
         where shard = $1 and user_id = $2 order by order_id`,
        ofUser(user),
      );
      return rows.map((row) => ({
        ...{ 时间: formatDateTime(row.at), 订单号: numbers.orderNo(row.order) },
        证书上的名字: vault.open(LOVE_NAME_SEAL, row.sealed),
      }));
    },
  },
  {
    ...{ what: '续保提醒', why: '提醒您续保' },
    tables: ['renewal_reminders'],
    rows: async ({ database, editions }, user) => {
      const rows = await database.query<{ code: string; at: number | null }>(
        `select edition_code as code, told_at as at from renewal_reminders where shard = $1 and user_id = $2
         order by edition_code`,
        ofUser(user),
      );
      return rows.map(({ code, at }) => ({
        产品: editions.edition(code)?.document.proName ?? code,
        提醒时间: at === null ? '' : formatDateTime(at),
      }));
    },
  },
  {
    ...{ what: '发到邮箱的文件', why: '把文件寄给您' },
    tables: ['paper_mails'],
    rows: async ({ database, numbers }, user) => {
      const rows = await database.query<{ at: number; order: bigint; address: string; state: string }>(
        `select created_at as at, order_id as order, address_masked as address, state from paper_mails
         where shard = $1 and user_id = $2 order by id`,
        ofUser(user),
      );
      return rows.map((row) => ({
        ...{ 时间: formatDateTime(row.at), 订单号: numbers.orderNo(row.order), 邮箱: row.address },
      }));
    },
  },
];

async function withholdings(
  { database, numbers, editions, vault }: HeldDependencies,
  user: { shard: number; id: bigint },
) {
  const contracts = await database.query<{
    code: string;
    order: bigint;
    status: ContractStatus;
    fen: number;
    agreed: number;
    ended: number | null;
    payer: Buffer;
  }>(
    `select contract_code as code, order_id as order, status, limit_fen as fen, open_id_sealed as payer, consent_at as agreed, ended_at as ended
     from withholding_contracts where shard = $1 and user_id = $2 order by id`,
    ofUser(user),
  );
  const runs = await database.query<{ edition: string; status: RunStatus; fen: number; on: string | null }>(
    `select r.edition_code as edition, r.status, r.amount_fen as fen, r.charge_on::text as on
     from withholding_contracts c join withholding_runs r on r.shard = c.shard and r.contract_id = c.id
     where c.shard = $1 and c.user_id = $2 order by r.id`,
    ofUser(user),
  );
  return [
    ...contracts.map((row) => ({
      ...{ 委托编号: row.code, 订单号: numbers.orderNo(row.order), 状态: contractStatusLabel(row.status) },
      ...{ 一次最多扣: yuan(row.fen), 同意时间: formatDateTime(row.agreed) },
      关闭时间: row.ended === null ? '' : formatDateTime(row.ended),
      微信的编号: vault.open('open-id', row.payer),
    })),
    ...runs.map((row) => ({
      ...{ 产品: editions.edition(row.edition)?.document.proName ?? row.edition, 状态: runStatusLabel(row.status) },
      ...{ 金额: yuan(row.fen), 扣费日: row.on === null ? '' : formatDotDate(row.on) },
    })),
  ];
}
