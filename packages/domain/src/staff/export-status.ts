import type { StatusTable } from '../status/index.ts';

/** How far the file of an export is. */
export type ExportStatus = 'waiting' | 'making' | 'ready' | 'failed' | 'gone';

type ExportEvent = 'Begun' | 'BegunAgain' | 'Made' | 'GivenUp' | 'TimePassed';

export const EXPORT_STATUS_TABLE: StatusTable<ExportStatus, ExportEvent> = {
  title: 'Export of a list as a file',
  entries: [
    { status: 'waiting', key: 'Waiting', label: '排队中', tone: 'neutral' },
    { status: 'making', key: 'Making', label: '生成中', tone: 'warn' },
    { status: 'ready', key: 'Ready', label: '可以下载', tone: 'success' },
    { status: 'failed', key: 'Failed', label: '没有做成', tone: 'error' },
    { status: 'gone', key: 'Gone', label: '已过期', tone: 'neutral' },
  ],
  initial: ['waiting'],
  terminal: ['failed', 'gone'],
  rows: [
    ['waiting', 'making', 'Begun'],
    // The program ended in the middle: another one begins again.
    ['making', 'making', 'BegunAgain'],
    ['making', 'ready', 'Made'],
    ['making', 'failed', 'GivenUp'],
    ['ready', 'gone', 'TimePassed'],
  ],
};
