import type { DocumentReadingValue } from '@huimin/contract/console';
import { Button, Empty, Table } from 'antd';

/** Beyond that, the bar is full. */
const FULL_MS = 45_000;

/** Which documents were open, for how long, and how far they were read. */
export function DocumentTable({
  documents,
  onSeek,
}: {
  documents: readonly DocumentReadingValue[];
  onSeek(at: number): void;
}) {
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
            render: (_, { dwellMs, medianMs }) =>
              medianMs === null ? '还不够多' : `${seconds(medianMs)}${dwellMs < medianMs * 0.7 ? '，偏短' : ''}`,
          },
          {
            title: '读到',
            key: 'percent',
            render: (_, { percent }) => (percent >= 100 ? '末尾' : <span className="state-bad">{percent}%</span>),
          },
        ]}
      />
    </section>
  );
}

const seconds = (ms: number): string => `${ms < 10_000 ? (ms / 1_000).toFixed(1) : Math.round(ms / 1_000)} 秒`;
