import type { StatusTable } from '../status/index.ts';

/** How far a file is that operators gave: nothing of it counts before `applying`. */
export type ImportStatus =
  | 'arriving'
  | 'waiting'
  | 'reading'
  | 'read'
  | 'applying'
  | 'done'
  | 'refused'
  | 'stopped'
  | 'undone';

type ImportEvent =
  | 'Arrived'
  | 'Begun'
  | 'BegunAgain'
  | 'Read'
  | 'NotReadable'
  | 'MendedGiven'
  | 'Agreed'
  | 'Applied'
  | 'Stopped'
  | 'Undone';

export const IMPORT_STATUS_TABLE: StatusTable<ImportStatus, ImportEvent> = {
  title: 'Import of a file',
  entries: [
    { status: 'arriving', key: 'Arriving', label: '上传中', tone: 'neutral' },
    { status: 'waiting', key: 'Waiting', label: '排队中', tone: 'neutral' },
    { status: 'reading', key: 'Reading', label: '检查中', tone: 'info' },
    { status: 'read', key: 'Read', label: '待生效', tone: 'warn' },
    { status: 'applying', key: 'Applying', label: '生效中', tone: 'info' },
    { status: 'done', key: 'Done', label: '已生效', tone: 'success' },
    { status: 'refused', key: 'Refused', label: '读不了', tone: 'error' },
    { status: 'stopped', key: 'Stopped', label: '已停止', tone: 'neutral' },
    { status: 'undone', key: 'Undone', label: '已撤销', tone: 'neutral' },
  ],
  initial: ['arriving'],
  terminal: ['refused', 'stopped', 'undone'],
  rows: [
    ['arriving', 'waiting', 'Arrived'],
    ['waiting', 'reading', 'Begun'],
    // The program ended in the middle: another one goes on behind the last row that was written.
    ['reading', 'reading', 'BegunAgain'],
    ['reading', 'read', 'Read'],
    ['reading', 'refused', 'NotReadable'],
    // Rows that were put right, before the others count or after.
    ['read', 'waiting', 'MendedGiven'],
    ['done', 'waiting', 'MendedGiven'],
    // None of them was right, and the others count already.
    ['reading', 'done', 'Applied'],
    ['read', 'applying', 'Agreed'],
    ['applying', 'applying', 'BegunAgain'],
    ['applying', 'done', 'Applied'],
    // What it was checked against is another now: it is shown anew.
    ['applying', 'read', 'Read'],
    ['arriving', 'stopped', 'Stopped'],
    ['waiting', 'stopped', 'Stopped'],
    ['reading', 'stopped', 'Stopped'],
    ['read', 'stopped', 'Stopped'],
    ['applying', 'stopped', 'Stopped'],
    ['done', 'undone', 'Undone'],
  ],
};
