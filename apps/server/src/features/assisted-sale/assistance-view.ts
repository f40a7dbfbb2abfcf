import type { AssistanceDeskValue, AssistanceForResidentValue, PreparedPersonValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { maskMiddle, maskName, maskPhone } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import { create as createQr } from 'qrcode';
import type { AssistanceDependencies } from './assistance-deps.ts';
import { type AssistanceRow, CODE_SEAL, PHONE_SEAL, PREPARED_SEAL } from './assistance-store.ts';
import { staffByNo } from './staff-store.ts';

export interface ShownCode {
  readonly digits: string;
  /** 22 letters and figures. */
  readonly link: string;
}

type Step = AssistanceDeskValue['steps'][number];

/** As staff see it: progress only. */
export async function deskView(deps: AssistanceDependencies, row: AssistanceRow): Promise<AssistanceDeskValue> {
  return {
    assistanceNo: row.assistance_no,
    status: row.status,
    code: row.status === 'waiting' ? codeView(deps, row) : null,
    steps: await stepsOf(deps, row),
    preparedCount: preparedPeople(deps, row).length,
    expiresAtMs: row.expires_at,
    serverNowMs: deps.clock.now(),
  };
}

function codeView(deps: AssistanceDependencies, row: AssistanceRow): AssistanceDeskValue['code'] {
  const { digits, link } = deps.vault.openJson<ShownCode>(CODE_SEAL, row.code_sealed);
  const address = `${deps.publicOrigin}/#/temp-confirm?link=${link}`;
  return { digits, link: address, qr: qrRows(address), expiresAtMs: row.code_expires_at };
}

function qrRows(text: string): string[] {
  const { modules } = createQr(text, { errorCorrectionLevel: 'M' });
  return Array.from({ length: modules.size }, (_, y) =>
    Array.from({ length: modules.size }, (_cell, x) => (modules.get(y, x) ? '1' : '0')).join(''),
  );
}

const time = (ms: number): string => formatDateTime(ms).slice(11, 16);

async function stepsOf(deps: AssistanceDependencies, row: AssistanceRow): Promise<Step[]> {
  const phone = row.resident_phone_sealed ? deps.vault.open(PHONE_SEAL, row.resident_phone_sealed) : null;
  const payer = preparedPeople(deps, row).find((person) => person.relationship === '00');
  const who = payer ? maskName(payer.name) : '居民';
  const paidAtMs =
    row.order_id !== null && row.resident_shard !== null
      ? await deps.orderPaidAt(row.resident_shard, row.order_id)
      : null;
  const { documents_read: read, documents_total: total } = row;
  const allRead = row.ordered_at !== null || (read !== null && total !== null && read >= total);
  const left = read !== null && total !== null ? `读了 ${read} 份，还有 ${total - read} 份` : null;
  const steps: { key: Step['key']; done: boolean; title: string; text: string | null }[] = [
    {
      key: 'joined',
      done: row.joined_at !== null,
      title: row.joined_at === null ? '居民扫码' : `${who} 已扫码`,
      text: row.joined_at === null ? null : `${time(row.joined_at)}${phone ? `　手机 ${maskPhone(phone)}` : ''}`,
    },
    {
      key: 'prepared',
      done: row.prepared_at !== null,
      title: row.prepared_at === null ? '您帮忙填信息' : '您帮忙填的信息已送到',
      text: row.prepared_at === null ? null : time(row.prepared_at),
    },
    {
      key: 'reading',
      done: allRead,
      title: allRead ? '居民读完了文件' : '居民在读文件',
      text: allRead || row.prepared_at === null ? null : left,
    },
    {
      key: 'confirmed',
      done: row.ordered_at !== null,
      title: '居民自己确认',
      text: row.ordered_at === null ? null : time(row.ordered_at),
    },
    { key: 'paid', done: paidAtMs !== null, title: '居民自己付款', text: paidAtMs === null ? null : time(paidAtMs) },
  ];
  const next = steps.findIndex((step) => !step.done);
  return steps.map(({ done, ...step }, index) => ({ ...step, state: done ? 'done' : index === next ? 'now' : 'todo' }));
}

export function preparedPeople(deps: AssistanceDependencies, row: AssistanceRow): PreparedPersonValue[] {
  return row.prepared_sealed ? deps.vault.openJson<PreparedPersonValue[]>(PREPARED_SEAL, row.prepared_sealed) : [];
}

/** As the resident sees it, with the outlet's person and what was filled in. */
export async function residentView(
  deps: AssistanceDependencies,
  row: AssistanceRow,
): Promise<AssistanceForResidentValue> {
  const staff = await staffByNo(deps, row.staff_no);
  return {
    assistanceNo: row.assistance_no,
    status: row.status,
    editionCode: row.edition_code,
    staff: { staffNo: row.staff_no, name: staff?.name ?? '', outletName: staff?.outletName ?? '' },
    people: preparedPeople(deps, row).map((person) => ({
      name: person.name,
      relationship: person.relationship,
      idType: person.idType,
      idNumberMasked: maskMiddle(person.idNumber),
      phoneMasked: person.phone ? maskPhone(person.phone) : null,
      regionText: regionDisplayText(person.regionCode) ?? '',
      insured: person.insured,
    })),
    preparedVersion: row.prepared_version,
    orderNo: row.order_id === null ? null : deps.numbers.orderNo(row.order_id),
    serverNowMs: deps.clock.now(),
  };
}
