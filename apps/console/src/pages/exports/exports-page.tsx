import type { TableExportValue } from '@huimin/contract/console';
import { Button, Progress, Table } from 'antd';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { fileAddress } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { tableEmpty } from '../../app/table-empty.tsx';
import { StateWord, type WordTone } from '../../parts/state-word.tsx';
import { shortTime } from '../../parts/when.ts';

const LOOK_AGAIN_MS = 3_000;
const TONES: Readonly<Record<TableExportValue['status'], WordTone>> = {
  waiting: 'plain',
  making: 'warn',
  ready: 'good',
  failed: 'bad',
  gone: 'plain',
};

/** The files somebody asked for and a second person agreed to, with how far each is. */
export default function ExportsPage() {
  const { value, loading, problem, reload } = useCall('listTableExports', {});
  const isMoving = value?.exports.some(({ status }) => status === 'waiting' || status === 'making') ?? false;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isMoving, reload]);
  return (
    <div className="page">
      <PageHead title="我的导出" note="第二个人同意以后出现在这里；文件只有您能下载，留 24 小时，每次下载都有记录" />
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-label="导出的文件" aria-busy={loading}>
        <Table<TableExportValue>
          size="small"
          rowKey="exportNo"
          loading={value === null && loading}
          dataSource={value?.exports ?? []}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={tableEmpty(
            value !== null && problem === null,
            <>
              还没有导出的文件。在列表页点“导出”，第二个人同意后在这里下载
              <br />
              <Link to="/approvals?which=mine">看我的申请</Link>
            </>,
          )}
          columns={[
            { title: '编号', dataIndex: 'exportNo', className: 'num' },
            { title: '内容', dataIndex: 'subject' },
            { title: '格式', dataIndex: 'format', render: (format: string) => (format === 'csv' ? 'CSV' : 'Excel') },
            {
              title: '同意时间',
              dataIndex: 'approvedAt',
              className: 'num',
              render: (at: string) => shortTime(at),
            },
            { title: '进度', key: 'state', render: (_, one) => <HowFar one={one} /> },
            {
              title: '操作',
              key: 'file',
              render: (_, one) =>
                one.status === 'ready' && (
                  <Button
                    size="small"
                    type="link"
                    className="row-link"
                    href={fileAddress('downloadTableExport', { exportNo: one.exportNo })}
                    download
                  >
                    下载
                  </Button>
                ),
            },
          ]}
        />
      </section>
    </div>
  );
}

function HowFar({ one }: { one: TableExportValue }) {
  const rows = `${one.rowsDone.toLocaleString('zh-CN')} 行`;
  return (
    <span role={one.status === 'making' ? 'status' : undefined}>
      <StateWord tone={TONES[one.status]}>{one.statusLabel}</StateWord>
      {one.status === 'making' && (one.rowsTotal === null ? `　已写 ${rows}` : <HowMuch one={one} />)}
      {one.status === 'ready' && `　${rows}，${shortTime(one.until)} 前可下载`}
      {one.problem !== '' && `　${one.problem}`}
    </span>
  );
}

function HowMuch({ one }: { one: TableExportValue }) {
  const percent = one.rowsTotal ? Math.floor((one.rowsDone / one.rowsTotal) * 100) : 0;
  return <Progress percent={percent} size="small" style={{ width: 160, marginLeft: 8 }} aria-label="生成进度" />;
}
