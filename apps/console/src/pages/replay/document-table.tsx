import type { DocumentReadingValue } from '@huimin/contract/console';
import { Button, Empty, Table } from 'antd';
import { useState } from 'react';
import { ShownDocument } from './shown-document.tsx';

/** Beyond that, the bar is full. */
const FULL_MS = 45_000;
/** Who stays for less of the usual time is told of. */
const SHORT = 0.7;

interface DocumentTableProps {
  readonly trace: string;
  readonly documents: readonly DocumentReadingValue[];
  onSeek(at: number): void;
}

/** Which documents were open, for how long, how far they were read, and their very words. */
export function DocumentTable({ trace, documents, onSeek }: DocumentTableProps) {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <section className="panel" aria-labelledby="rp-documents">
      <div className="panel-head">
        <h2 id="rp-documents">文件</h2>
        <small>停留和读到哪里</small>
      </div>
      <Table<DocumentReadingValue>
        size="small"
        rowKey={({ id, version, openedAt }) => `${id} ${version} ${openedAt}`}
        dataSource={[...documents]}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Empty description="没有打开过文件" image={Empty.PRESENTED_IMAGE_SIMPLE} /> }}
        columns={[
          {
            title: '文件',
            key: 'title',
            render: (_, { title, openedAt }) => (
              <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onSeek(openedAt)}>
                {title}
              </Button>
            ),
          },
          { title: '版本', key: 'version', className: 'num', render: (_, { version }) => `v${version}` },
          {
            title: '停留',
            key: 'dwell',
            align: 'right',
            render: (_, { dwellMs }) => (
              <span className="rp-dwell">
                <span className="rp-bar" aria-hidden="true">
                  <i style={{ width: `${Math.min(100, (dwellMs / FULL_MS) * 100)}%` }} />
                </span>
                <span className={dwellMs < 3_000 ? 'num state-bad' : 'num'}>{seconds(dwellMs)}</span>
              </span>
            ),
          },
          {
            title: '同版中位数',
            key: 'median',
            className: 'num',
            align: 'right',
            render: (_, { dwellMs, medianMs }) =>
              medianMs === null ? (
                <span className="state-plain">次数还少</span>
              ) : (
                `${dwellMs < medianMs * SHORT ? '偏短，' : ''}${seconds(medianMs)}`
              ),
          },
          {
            title: '读到',
            key: 'percent',
            className: 'num',
            align: 'right',
            render: (_, { percent }) => (percent >= 100 ? '末尾' : <span className="state-bad">{percent}%</span>),
          },
          {
            title: '读完',
            key: 'bottom',
            className: 'num',
            align: 'right',
            render: (_, { bottomAt }) => (bottomAt === null ? '没有' : clockOf(bottomAt)),
          },
          {
            title: '',
            key: 'words',
            align: 'right',
            render: (_, { title, version, sha256 }) => (
              <Button
                type="link"
                size="small"
                style={{ padding: 0 }}
                aria-label={`看当时原文：${title}第 ${version} 版`}
                onClick={() => setShown(sha256)}
              >
                看当时原文
              </Button>
            ),
          },
        ]}
      />
      <ShownDocument trace={trace} sha256={shown} onClose={() => setShown(null)} />
    </section>
  );
}

const seconds = (ms: number): string => `${ms < 10_000 ? (ms / 1_000).toFixed(1) : Math.round(ms / 1_000)} 秒`;

const BEIJING_MS = 8 * 3_600_000;
/** A moment by the phone's clock as the time of day in Beijing. */
const clockOf = (ms: number): string => new Date(ms + BEIJING_MS).toISOString().slice(11, 19);
