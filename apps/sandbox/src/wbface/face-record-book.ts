import type { SandboxParts } from '../sandbox-parts.ts';
import type { Table } from '../state/journal.ts';
import { WbfaceError } from './wbface-error.ts';

const ID_LIFE_MS = 5 * 60_000;
const RECORD_LIFE_MS = 3 * 86_400_000;

/** How a person came out; the code of each is what the shop is told. */
export const WBFACE_ENDINGS = {
  pass: { code: '0', msg: '请求成功', label: '通过' },
  fail: { code: '66660004', msg: '无法确认为本人', label: '无法确认为本人' },
  mismatch: { code: '66660010', msg: '姓名和身份证不一致，请确认', label: '姓名与身份证号不符' },
  quit: { code: '3001', msg: '用户取消操作', label: '退出' },
} as const;
export type WbfaceEnding = keyof typeof WBFACE_ENDINGS;

export type FaceRecord = {
  h5faceId: string;
  orderNo: string;
  name: string;
  idNo: string;
  userId: string;
  createdAtMs: number;
  /** The login address works once. */
  opened: boolean;
  ending?: WbfaceEnding;
  endedAtMs?: number;
};

export type FaceRecordBook = {
  /** Throws `66660016` when the order number is used already. */
  create(ask: Pick<FaceRecord, 'orderNo' | 'name' | 'idNo' | 'userId'>): FaceRecord;
  find(h5faceId: string): FaceRecord | undefined;
  list(): FaceRecord[];
  /** Opens the page once, within five minutes. Throws `66660018`. */
  open(h5faceId: string, orderNo: string, userId: string): FaceRecord;
  end(h5faceId: string, ending: WbfaceEnding): FaceRecord;
  /** The ended record of this number. Throws `66660011` when there is none (any more). */
  ended(orderNo: string): FaceRecord & { ending: WbfaceEnding; endedAtMs: number };
};

/** Face checks by order number. */
export function createFaceRecordBook({ clock, journal, random }: SandboxParts): FaceRecordBook {
  const table: Table<FaceRecord> = journal.table('wbface.records');
  const put = (record: FaceRecord): FaceRecord => {
    table.put(record.h5faceId, record);
    return record;
  };
  return {
    create: (ask) => {
      if (table.rows().some((record) => record.orderNo === ask.orderNo))
        throw new WbfaceError('66660016', '订单号重复');
      return put({ ...ask, h5faceId: random.hex(32), createdAtMs: clock.now(), opened: false });
    },
    find: (h5faceId) => table.get(h5faceId),
    list: () => table.rows(),
    open: (h5faceId, orderNo, userId) => {
      const record = table.get(h5faceId);
      const mine = record?.orderNo === orderNo && record.userId === userId;
      if (!record || !mine || record.opened || clock.now() >= record.createdAtMs + ID_LIFE_MS)
        throw new WbfaceError('66660018', '操作超时，请退出重试');
      return put({ ...record, opened: true });
    },
    end: (h5faceId, ending) => {
      const record = table.get(h5faceId);
      if (!record) throw new RangeError(`no face check ${h5faceId}`);
      if (record.ending !== undefined) return record;
      return put({ ...record, ending, endedAtMs: clock.now() });
    },
    ended: (orderNo) => {
      const record = table.rows().find((row) => row.orderNo === orderNo);
      const { ending, endedAtMs } = record ?? {};
      if (!record || ending === undefined || endedAtMs === undefined || clock.now() >= endedAtMs + RECORD_LIFE_MS)
        throw new WbfaceError('66660011', '无此查询结果');
      return { ...record, ending, endedAtMs };
    },
  };
}
