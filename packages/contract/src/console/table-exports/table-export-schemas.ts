import Type, { type Static } from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';

export const ExportNo = Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: '导出编号' });
export const ExportKindName = Type.String({ pattern: '^[a-z][a-z-]{2,40}$', description: '导出什么' });
export const ExportFormat = Type.Enum(['csv', 'xlsx'], { description: '文件格式' });

export const TableExportView = Type.Object({
  exportNo: ExportNo,
  title: Type.String(),
  /** Which rows, in words. */
  subject: Type.String(),
  format: ExportFormat,
  status: Type.Enum(['waiting', 'making', 'ready', 'failed', 'gone']),
  statusLabel: Type.String(),
  rowsDone: Type.Integer(),
  /** How many rows there will be; null where that is not known beforehand. */
  rowsTotal: Type.Union([Type.Integer(), Type.Null()]),
  /** What went wrong, as a sentence; '' when nothing did. */
  problem: Type.String(),
  approvedAt: BeijingTime,
  /** The file is there until then; null before it is ready. */
  until: Type.Union([BeijingTime, Type.Null()]),
});
export type TableExportValue = Static<typeof TableExportView>;
