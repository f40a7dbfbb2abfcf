import type { RecordingViewValue } from '@huimin/contract/console';
import { Button, Modal, Table } from 'antd';
import { useState } from 'react';

/** What is known of the recording as evidence, and who has looked at it. */
export function EvidencePanel({ recording }: { recording: RecordingViewValue }) {
  const { state, stateLabel, chunks, happenings, clockOffsetMs, accesses, environment, trace } = recording;
  const [looksOpen, setLooksOpen] = useState(false);
  const gaps = happenings.filter(({ kind }) => kind === 'gap').length;
  const client = chunks.filter(({ kind }) => kind === 'client');
  const conflicts = chunks.filter(({ flags }) => flags.includes('conflict')).length;
  const last = chunks.at(-1);
  return (
    <section className="panel rp-evidence" aria-labelledby="rp-evidence">
      <div className="panel-head">
        <h2 id="rp-evidence">证据</h2>
        <span className="space" />
        <small>{stateLabel}</small>
      </div>
      <div className="panel-body">
        <p className={`rp-verdict ${gaps > 0 || conflicts > 0 ? 'rp-warn' : 'rp-good'}`}>
          <b>{gaps > 0 ? `有 ${gaps} 处缺段` : '没有缺段'}</b>
          <span>
            {state === 'open'
              ? '还在采集，没有封存。封存以后才能验完十二项'
              : '已封存。完整的十二项检查用 verify:evidence 命令'}
          </span>
        </p>
        <dl className="rp-checks">
          <dt>存储</dt>
          <dd>
            {recording.problems.length === 0
              ? `${chunks.length} 批都读得出，和收下时一致`
              : `${recording.problems.length} 批有问题`}
          </dd>
          <dt>手机批次</dt>
          <dd className="num">
            {client.length} 批，{recording.events} 条
          </dd>
          <dt>服务器</dt>
          <dd className="num">{chunks.length - client.length} 条</dd>
          <dt>编号冲突</dt>
          <dd>{conflicts === 0 ? '没有' : `${conflicts} 批，两份都留着`}</dd>
          <dt>时钟</dt>
          <dd>{clockOffsetMs === null ? '没有对过时' : `差 ${(Math.abs(clockOffsetMs) / 1_000).toFixed(1)} 秒`}</dd>
          <dt>录制程序</dt>
          <dd>{environment.recorder || '不知道（普通客户端）'}</dd>
          <dt>记录编号</dt>
          <dd className="rp-hash">{trace}</dd>
          {last && (
            <>
              <dt>末批哈希</dt>
              <dd className="rp-hash">{last.sha256.toUpperCase()}</dd>
            </>
          )}
        </dl>
        <p className="rp-note">能证明收到以后没改过、先后顺序和看到的文字；不能证明拿手机的是谁。</p>
        <p className="rp-looks">
          <span>
            看过 {accesses.count} 次{accesses.latest[0] ? `，最近 ${accesses.latest[0].who}` : ''}
          </span>
          <Button type="link" size="small" onClick={() => setLooksOpen(true)}>
            查看记录
          </Button>
        </p>
      </div>
      <Modal title="谁看过" open={looksOpen} footer={null} onCancel={() => setLooksOpen(false)}>
        <Table
          size="small"
          rowKey={({ at, who }) => `${at} ${who}`}
          pagination={false}
          dataSource={accesses.latest}
          columns={[
            {
              title: '时间',
              dataIndex: 'at',
              className: 'num',
              render: (at: string) => at.slice(5, 19).replace('T', ' '),
            },
            { title: '谁', dataIndex: 'who' },
            { title: '为什么', dataIndex: 'reason' },
          ]}
        />
      </Modal>
    </section>
  );
}
