import * as kinds from './kinds.ts';
import { row } from './setting-row.ts';

/** How long recordings of sales are kept. The law's numbers stand here; more may be given, counsel decides on less. */
export const retentionTable = {
  retentionShortYears: row(
    'program',
    'RETENTION_SHORT_YEARS',
    kinds.wholeNumber(1, 100),
    '可回溯记录：保险期间不超过一年的，合同终止后保存的年数。',
    { fallback: 5 },
  ),
  retentionLongYears: row(
    'program',
    'RETENTION_LONG_YEARS',
    kinds.wholeNumber(1, 100),
    '可回溯记录：保险期间超过一年的，合同终止后保存的年数。',
    { fallback: 10 },
  ),
  retentionDisputeYears: row(
    'program',
    'RETENTION_DISPUTE_YEARS',
    kinds.wholeNumber(1, 100),
    '可回溯记录：有争议的，争议了结后保存的年数。',
    { fallback: 3 },
  ),
  retentionVisitDays: row(
    'program',
    'RETENTION_VISIT_DAYS',
    kinds.wholeNumber(1, 3_650),
    '可回溯记录：没有成交的，保存的天数。',
    { fallback: 90 },
  ),
  retentionErases: row(
    'program',
    'RETENTION_ERASES',
    kinds.yesNo,
    '可回溯记录到期后是否真的销毁，订单里的个人信息也随之销毁。0 时只试算、列出到期的，什么也不删。',
    { fallback: false },
  ),
};
