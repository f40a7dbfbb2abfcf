import type { ContentLineValue } from '@huimin/contract/console';
import { Button, Table, Tabs } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { AddressChoice } from '../../app/filter-choice.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { tableEmpty } from '../../app/table-empty.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { longTime, writtenDay } from '../../parts/when.ts';
import { ContentEditor } from './content-editor.tsx';
import { KIND_LABELS, STANDINGS } from './content-words.ts';
import { WordsPanel } from './words-panel.tsx';

/** What residents share, with its approvals, and what must not stand in it. */
export default function ContentsPage() {
  const { may } = useSelf();
  const address = useAddressFilter('after');
  const part = address.given('part') === 'words' ? 'words' : 'contents';
  const [writing, setWriting] = useState(false);
  return (
    <div className="page">
      <PageHead title="分享内容" note="居民转发的卡片、海报和文章；一人写，另一人按审批号审批，收回马上生效">
        {may('content.change') && (
          <Button icon={<Icon name="plus" size={16} />} onClick={() => setWriting(true)}>
            新建内容
          </Button>
        )}
      </PageHead>
      <Tabs
        activeKey={part}
        onChange={(key) => address.set({ part: key === 'words' ? 'words' : null, standing: null, kind: null })}
        items={[
          { key: 'contents', label: '内容' },
          { key: 'words', label: '不能用的词' },
        ]}
      />
      {part === 'contents' ? (
        <Contents writing={writing} onWritten={() => setWriting(false)} />
      ) : (
        <>
          <WordsPanel />
          {writing && <NewContent onClose={() => setWriting(false)} />}
        </>
      )}
    </div>
  );
}

function NewContent({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const { value } = useCall('listShareContents', {});
  if (value === null) return null;
  return (
    <ContentEditor
      editions={value.editions}
      former={null}
      newest={0}
      onClose={onClose}
      onDone={(contentId) => navigate(`/share-content/${contentId}`)}
    />
  );
}

function Contents({ writing, onWritten }: { writing: boolean; onWritten(): void }) {
  const address = useAddressFilter('after');
  const kind = known(KIND_LABELS, address.given('kind'));
  const standing = known(STANDINGS, address.given('standing'));
  const edition = address.given('edition');
  const { value, loading, problem, reload } = useCall('listShareContents', { contentKind: kind, standing, edition });
  return (
    <>
      <div className="filters">
        <AddressChoice
          {...{ address, name: 'edition', label: '产品' }}
          options={value?.editions.map(({ edition: code, name }) => ({ value: code, label: `${name} ${code}` })) ?? []}
        />
        <AddressChoice
          {...{ address, name: 'kind', label: '种类' }}
          options={Object.entries(KIND_LABELS).map(([name, label]) => ({ value: name, label }))}
        />
        <AddressChoice
          {...{ address, name: 'standing', label: '状态' }}
          options={Object.entries(STANDINGS).map(([name, { label }]) => ({ value: name, label }))}
        />
        {address.isChosen && <Button onClick={address.clear}>清空条件</Button>}
      </div>
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-label="内容">
        <Table<ContentLineValue>
          size="small"
          rowKey={({ contentId, version }) => `${contentId} ${version}`}
          loading={loading && value === null}
          dataSource={value?.contents ?? []}
          pagination={false}
          className="scroll-x"
          locale={tableEmpty(value !== null && problem === null, '没有符合条件的内容')}
          columns={columnsOf(value?.editions ?? [])}
        />
      </section>
      {writing && <NewContent onClose={onWritten} />}
    </>
  );
}

const columnsOf = (editions: Outputs['listShareContents']['editions']) => [
  {
    title: '标题',
    key: 'title',
    render: (_: unknown, one: ContentLineValue) => (
      <>
        <Link to={`/share-content/${one.contentId}`}>{one.title}</Link>
        <span className="account num">{one.contentId}</span>
      </>
    ),
  },
  { title: '种类', key: 'kind', render: (_: unknown, one: ContentLineValue) => KIND_LABELS[one.contentKind] },
  {
    title: '产品',
    key: 'edition',
    className: 'only-wide',
    render: (_: unknown, { edition }: ContentLineValue) =>
      editions.find((one) => one.edition === edition)?.name ?? edition,
  },
  { title: '版本', key: 'version', className: 'num', render: (_: unknown, one: ContentLineValue) => `v${one.version}` },
  {
    title: '状态',
    key: 'standing',
    render: (_: unknown, one: ContentLineValue) => (
      <StateTag tone={STANDINGS[one.standing].tone}>{STANDINGS[one.standing].label}</StateTag>
    ),
  },
  {
    title: '用词检查',
    key: 'findings',
    render: (_: unknown, one: ContentLineValue) =>
      one.findings.length === 0 ? '没有发现' : [...new Set(one.findings.map(({ word }) => word))].join('、'),
  },
  {
    title: '审批号',
    key: 'no',
    className: 'num',
    render: (_: unknown, one: ContentLineValue) => one.approvalNo ?? '—',
  },
  {
    title: '有效到',
    key: 'until',
    className: 'num',
    render: (_: unknown, one: ContentLineValue) => writtenDay(one.expiresAt),
  },
  {
    title: '写的人',
    key: 'by',
    className: 'only-wide',
    render: (_: unknown, one: ContentLineValue) => (
      <>
        {one.writtenBy}
        <span className="account num">{longTime(one.writtenAt)}</span>
      </>
    ),
  },
];

function known<K extends string>(table: Readonly<Record<K, unknown>>, text: string | undefined): K | undefined {
  return text !== undefined && Object.hasOwn(table, text) ? (text as K) : undefined;
}
