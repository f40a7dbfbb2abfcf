import type { ContentVersionValue } from '@huimin/contract/console';
import { Alert, App, Button, Form, Input, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useCrumb } from '../../app/crumb.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import './contents.css';
import { DayInput } from '../../app/day-input.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { EntryForm } from '../../app/entry-form.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { longTime, writtenDay } from '../../parts/when.ts';
import { ContentEditor } from './content-editor.tsx';
import { ContentLook } from './content-look.tsx';
import { KIND_LABELS, standingOf } from './content-words.ts';

type Doing = 'write' | 'approve' | 'recall' | null;

/** One piece: its newest version beside the one that is shown, what is barred in it, who wrote and who approved. */
export default function ContentPage() {
  const { contentId = '' } = useParams();
  const { may } = useSelf();
  const navigate = useNavigate();
  const { value, problem, isUnknown, reload } = useCall('showShareContent', { contentId });
  const [doing, setDoing] = useState<Doing>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const newest = value?.versions[0];
  useCrumb(value?.contentId === contentId ? newest?.title : null);
  if (!newest || value?.contentId !== contentId) {
    return (
      <div className="page">
        <PageHead title="分享内容">
          <Link to="/share-content">返回列表</Link>
        </PageHead>
        <LoadProblem {...{ problem, isUnknown }} onRetry={reload} onLeave={() => navigate('/share-content')} />
        {problem === null && <Skeleton active />}
      </div>
    );
  }
  const approved = value.versions.find(({ status }) => status === 'approved') ?? null;
  const looked = value.versions.find(({ version }) => version === chosen) ?? newest;
  const isLive = approved !== null || newest.status === 'draft';
  const close = () => setDoing(null);
  const done = () => {
    setDoing(null);
    setChosen(null);
    reload();
  };
  return (
    <div className="page">
      <PageHead title={newest.title} note={`${KIND_LABELS[newest.contentKind]}　${contentId}　${newest.edition}`}>
        <Link to="/share-content">返回列表</Link>
        {isLive && (may('content.change') || may('content.approve')) && (
          <Button danger onClick={() => setDoing('recall')}>
            收回
          </Button>
        )}
        {may('content.change') && <Button onClick={() => setDoing('write')}>写新的一版</Button>}
        {newest.mayApprove && (
          <Button type="primary" disabled={newest.findings.length > 0} onClick={() => setDoing('approve')}>
            审批
          </Button>
        )}
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      {looked.findings.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`第 ${looked.version} 版有不能用的词，不能审批，也不会展示`}
          description={looked.findings.map(({ field, label, word, reason }) => (
            <div key={`${field} ${word}`}>
              {label}：“{word}”，{reason}
            </div>
          ))}
        />
      )}
      <div className="content-pair">
        <Words looked={looked} live={approved?.version === looked.version ? null : approved} />
        <ContentLook looked={looked} />
      </div>
      <Versions versions={value.versions} looked={looked.version} onLook={setChosen} />
      {doing === 'write' && (
        <ContentEditor editions={[]} former={looked} newest={newest.version} onClose={close} onDone={done} />
      )}
      {doing === 'approve' && <Approval version={newest} onClose={close} onDone={done} />}
      {doing === 'recall' && (
        <ReasonDialog
          title={`收回：${newest.title}`}
          okText="马上收回"
          onClose={close}
          onSend={async (reason) => {
            await call('recallShareContent', { contentId, reason });
            done();
          }}
        >
          <p>在用的和待审批的都收回，已经发出去的海报和卡片从现在起不再展示。要再用，重新写一版并审批。</p>
        </ReasonDialog>
      )}
    </div>
  );
}

function Words({ looked, live }: { looked: ContentVersionValue; live: ContentVersionValue | null }) {
  const liveText = (field: string) => live?.texts.find((one) => one.field === field)?.text ?? '';
  const gone = live?.texts.filter(({ field }) => looked.texts.every((one) => one.field !== field)) ?? [];
  const rows = [...looked.texts, ...gone.map((one) => ({ ...one, text: '' }))];
  return (
    <section className="panel" aria-label={`第 ${looked.version} 版的文字`}>
      <div className="panel-head">
        <h2>第 {looked.version} 版的文字</h2>
        {live !== null && <small>和在用的第 {live.version} 版比，不同的标出来</small>}
      </div>
      <Table
        size="small"
        rowKey="field"
        dataSource={rows}
        pagination={false}
        columns={[
          { title: '位置', dataIndex: 'label', width: 120 },
          { title: `第 ${looked.version} 版`, dataIndex: 'text' },
          ...(live === null
            ? []
            : [
                {
                  title: `在用的第 ${live.version} 版`,
                  key: 'live',
                  render: (_: unknown, one: (typeof rows)[number]) =>
                    liveText(one.field) === one.text ? '相同' : liveText(one.field) || '（没有）',
                },
              ]),
        ]}
      />
    </section>
  );
}

interface VersionsProps {
  readonly versions: readonly ContentVersionValue[];
  readonly looked: number;
  onLook(version: number): void;
}

function Versions({ versions, looked, onLook }: VersionsProps) {
  return (
    <section className="panel" aria-label="版本">
      <div className="panel-head">
        <h2>版本</h2>
        <small>要回到以前的一版：点它看，再“写新的一版”，从那一版的文字开始</small>
      </div>
      <Table<ContentVersionValue>
        size="small"
        rowKey="version"
        dataSource={[...versions]}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          {
            title: '版本',
            key: 'version',
            render: (_, one) => (
              <Button
                type="link"
                size="small"
                className="row-link"
                aria-current={one.version === looked ? 'true' : undefined}
                onClick={() => onLook(one.version)}
              >
                v{one.version}
                {one.version === looked ? '（正在看）' : ''}
              </Button>
            ),
          },
          {
            title: '状态',
            key: 'state',
            render: (_, one) => <StateTag tone={standingOf(one).tone}>{standingOf(one).label}</StateTag>,
          },
          { title: '写', key: 'written', render: (_, one) => `${one.writtenBy}　${longTime(one.writtenAt)}` },
          {
            title: '审批',
            key: 'approved',
            render: (_, one) => (one.approvedBy === null ? '—' : `${one.approvedBy}　${longTime(one.approvedAt)}`),
          },
          { title: '审批号', key: 'no', className: 'num', render: (_, one) => one.approvalNo ?? '—' },
          { title: '有效到', key: 'until', className: 'num', render: (_, one) => writtenDay(one.expiresAt) },
          {
            title: '收回',
            key: 'recalled',
            render: (_, one) =>
              one.recalledBy === null ? '—' : `${one.recalledBy}　${longTime(one.recalledAt)}　${one.recallReason}`,
          },
        ]}
      />
    </section>
  );
}

interface ApprovalForm {
  readonly approvalNo: string;
  readonly expiresOn: string;
}

function Approval({ version, onClose, onDone }: { version: ContentVersionValue; onClose(): void; onDone(): void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<ApprovalForm>();
  const { sending, problem, run } = useSending();
  const send = async ({ approvalNo, expiresOn }: ApprovalForm) => {
    await run(async () => {
      const { contentId } = version;
      await call('approveShareContent', { contentId, version: version.version, approvalNo, expiresOn });
      message.success('已审批，现在开始展示');
      onDone();
    });
  };
  return (
    <Dialog
      open
      title={`审批第 ${version.version} 版`}
      okText="审批通过"
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={sending}
    >
      <p>审批后马上代替在用的一版，居民能看到审批号和有效期，到期自动不再展示。</p>
      <EntryForm name="approve-content" form={form} onFinish={send}>
        <Form.Item
          name="approvalNo"
          label="审批号"
          rules={[{ required: true, pattern: /^[0-9A-Za-z-]{2,30}$/, message: '2 到 30 位字母、数字和 -' }]}
        >
          <Input autoComplete="off" autoFocus />
        </Form.Item>
        <Form.Item
          name="expiresOn"
          label="有效到哪一天"
          extra="到那一天的最后一秒"
          rules={[{ required: true, message: '请选有效到哪一天' }]}
        >
          <DayInput />
        </Form.Item>
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      </EntryForm>
    </Dialog>
  );
}
