import type { JobValue, QueueValue } from '@huimin/contract/console';
import { App, Button, Table, type TableColumnType, Tooltip } from 'antd';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { tableEmpty } from '../../app/table-empty.tsx';
import { StandingAlerts } from '../../parts/standing-alerts.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import '../../parts/parts.css';
import { ActButton } from '../../parts/act-button.tsx';
import { useRoom } from '../../parts/use-room.ts';
import { clockTime, shortTime, shortTimeSeconds } from '../../parts/when.ts';

const LOOK_AGAIN_MS = 10_000;
const STATES = {
  well: { tone: 'good', label: '正常' },
  failing: { tone: 'bad', label: '出错' },
  late: { tone: 'warn', label: '该跑没跑' },
} as const;
const RANK = { failing: 0, late: 1, well: 2 } as const;
/** The server counts no further. */
const COUNTED = 10_000;

const DONE: TableColumnType<JobValue> = {
  title: '办了',
  dataIndex: 'done',
  className: 'num',
  align: 'right',
  render: (count: number) => count.toLocaleString('zh-CN'),
};

/** How the servers' jobs go, what waits where, and the way to have a job run now. */
export default function RunningPage() {
  const { may } = useSelf();
  const hasRoom = useRoom();
  const { value, loading, problem, reload } = useCall('showRunning', {});
  useEffect(() => {
    const timer = setInterval(reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [reload]);
  const jobs = value?.jobs.toSorted((a, b) => RANK[a.state] - RANK[b.state]) ?? [];
  const ill = jobs.filter(({ state }) => state !== 'well').length;
  const silent = value?.servers.filter(({ isSilent }) => isSilent) ?? [];
  return (
    <div className="page">
      <PageHead title="任务和运行情况" note={value ? `${clockTime(value.at)} 的情况，每 10 秒刷新` : '每 10 秒刷新'}>
        <Button onClick={reload}>现在刷新</Button>
      </PageHead>
      <StandingAlerts />
      <LoadProblem problem={problem} onRetry={reload} />
      {value && (
        <p className="filters" role="status">
          <StateWord tone={ill === 0 ? 'good' : 'bad'}>{ill === 0 ? '任务都正常' : `${ill} 个任务要看`}</StateWord>
          <StateWord tone={silent.length === 0 ? 'good' : 'warn'}>
            <span>
              {value.servers.length - silent.length} 台服务器在运行
              {silent.map(({ number, saidAt }) => `，${number} 号 ${clockTime(saidAt)} 起没有消息`)}
            </span>
          </StateWord>
          <span className="state state-plain">
            {value.log ? `存证日志 ${value.log.size} 条，${shortTime(value.log.signedAt)} 签` : '存证日志还没有签过'}
          </span>
        </p>
      )}
      <div className="side-by-side">
        <section className="panel" aria-labelledby="jobs">
          <div className="panel-head">
            <h2 id="jobs">任务</h2>
            <small className="num">{value ? `${jobs.length} 个` : ''}</small>
          </div>
          <Table<JobValue>
            size="small"
            rowKey="name"
            loading={value === null && loading}
            dataSource={jobs}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={tableEmpty(value !== null && problem === null, '服务器刚启动，10 秒后再看')}
            columns={[
              {
                title: '任务',
                dataIndex: 'title',
                render: (title: string, one) => <Tooltip title={one.name}>{title}</Tooltip>,
              },
              { title: '多久一次', dataIndex: 'everyMs', className: 'num', align: 'right', render: durationText },
              { title: '上次结束', dataIndex: 'lastAt', className: 'num', render: shortTimeSeconds },
              { title: '用时', dataIndex: 'lastDurationMs', className: 'num', align: 'right', render: durationText },
              ...(hasRoom ? [DONE] : []),
              { title: '状态', key: 'state', render: (_, one) => <JobState one={one} /> },
              {
                title: '操作',
                key: 'run',
                // In sight where the table is wider than its place.
                fixed: 'right',
                render: (_, one) => may('jobs.run') && <RunNow one={one} onDone={reload} />,
              },
            ]}
          />
        </section>
        <section className="panel" aria-labelledby="queues">
          <div className="panel-head">
            <h2 id="queues">排队</h2>
          </div>
          <Table<QueueValue>
            size="small"
            rowKey="name"
            loading={value === null && loading}
            dataSource={value?.queues ?? []}
            pagination={false}
            locale={tableEmpty(value !== null && problem === null, '没有排队的')}
            columns={[
              { title: '排什么', dataIndex: 'title' },
              {
                title: '几件',
                dataIndex: 'count',
                className: 'num',
                align: 'right',
                render: (count: number) => (count > COUNTED ? '超过 1 万' : count.toLocaleString('zh-CN')),
              },
              {
                title: '最早',
                key: 'oldest',
                className: 'num',
                render: (_, { oldestAt, isLate }) => (
                  <span className={isLate ? 'state state-bad' : undefined}>
                    {oldestAt === null ? '—' : shortTime(oldestAt)}
                    {isLate && ' 等太久'}
                  </span>
                ),
              },
            ]}
          />
        </section>
      </div>
    </div>
  );
}

function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} 毫秒`;
  if (ms < 60_000) return `${Math.round(ms / 1_000)} 秒`;
  return ms < 3_600_000 ? `${Math.round(ms / 60_000)} 分` : `${Math.round(ms / 3_600_000)} 小时`;
}

function JobState({ one }: { one: JobValue }) {
  const { tone, label } = STATES[one.state];
  return (
    <>
      <StateWord tone={tone}>{label}</StateWord>
      {one.state === 'failing' && (
        <small>
          {'　'}连续 {one.failures} 次，{shortTime(one.failedAt)}：{one.failure}
        </small>
      )}
    </>
  );
}

function RunNow({ one, onDone }: { one: JobValue; onDone(): void }) {
  const { message } = App.useApp();
  const run = () =>
    call('wishJob', { job: one.name }).then(() => {
      message.success(`${one.title}：10 秒内会跑`);
      onDone();
    });
  return (
    <ActButton size="small" type="link" className="row-link" disabled={one.isWished} onAct={run}>
      {one.isWished ? '马上跑' : '现在跑'}
      <span className="sr-only">：{one.title}</span>
    </ActButton>
  );
}
