import type { EditionDeskValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { App, Button, Modal, Skeleton, Tag } from 'antd';
import { useCallback, useId, useState } from 'react';
import { useParams } from 'react-router';
import { call, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useCrumb } from '../../app/crumb.ts';
import { MomentInput } from '../../app/day-input.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSubmitWarning } from '../../parts/use-submit-warning.tsx';
import { CompaniesPart } from './companies-part.tsx';
import { EditorProvider } from './editor.tsx';
import { DatesPart, NamingPart, PaymentPart, SwitchesPart, ThemePart } from './field-parts.tsx';
import { FormerVersions } from './former-versions.tsx';
import { PhonePreview } from './phone-preview.tsx';
import { ChecksPanel, DifferencePanel, ReviewPanel } from './side-panels.tsx';
import { type DraftWork, useDraft } from './use-draft.ts';
import './editions.css';
import { clockTime, shortTime } from '../../parts/when.ts';

const PARTS = [
  ['naming', '名称和备案'],
  ['dates', '日期和保费'],
  ['switches', '开关'],
  ['companies', '公司'],
  ['payment', '付款方式'],
  ['theme', '主题'],
] as const;

/** One edition: its draft field by field, what differs from the live one, what is missing, and who agreed. */
export default function EditionPage() {
  const { edition = '' } = useParams();
  const { value, problem, reload } = useCall('showEdition', { edition });
  useCrumb(value?.edition === edition ? value.name : null);
  if (value === null || value.edition !== edition) {
    return (
      <div className="page">
        <PageHead title="产品版本" />
        <LoadProblem problem={problem} onRetry={reload} />
        {problem === null && <Skeleton active />}
      </div>
    );
  }
  // Another draft begins with fields of its own.
  const key = value.draft ? `${value.edition} v${value.draft.version} ${value.draft.copiedFrom ?? ''}` : value.edition;
  return <EditionDesk key={key} desk={value} problem={problem} reload={reload} />;
}

interface DeskProps {
  readonly desk: EditionDeskValue;
  readonly problem: string | null;
  reload(): void;
}

function EditionDesk({ desk, problem, reload }: DeskProps) {
  const work = useDraft(desk, reload);
  const [preview, setPreview] = useState(false);
  const readOnly = desk.draft === null || !desk.may.change;
  const count = (section: string) => desk.differences.filter((one) => one.section === section).length;
  return (
    <EditorProvider value={{ desk, work, readOnly }}>
      <div className="page">
        <Head desk={desk} work={work} reload={reload} onPreview={() => setPreview(true)} />
        <LoadProblem problem={problem ?? work.problem} onRetry={problem ? reload : () => location.reload()} />
        <div className="ed-grid">
          <div className="ed-main">
            <nav className="ed-nav" aria-label="本页各段">
              {PARTS.map(([id, label]) => (
                <button
                  key={id}
                  type="button"
                  onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
                >
                  {label}
                  {count(id) > 0 && <i>{count(id)}</i>}
                </button>
              ))}
            </nav>
            <NamingPart />
            <DatesPart />
            <div className="ed-pair">
              <SwitchesPart />
              <PaymentPart />
            </div>
            <CompaniesPart />
            <ThemePart />
          </div>
          <aside className="ed-side">
            <DifferencePanel />
            <ChecksPanel />
            <ReviewPanel onDone={reload} />
          </aside>
        </div>
      </div>
      {preview && <PhonePreview desk={desk} work={work} onClose={() => setPreview(false)} />}
    </EditorProvider>
  );
}

interface HeadProps {
  readonly desk: EditionDeskValue;
  readonly work: DraftWork;
  reload(): void;
  onPreview(): void;
}

function Head({ desk, work, reload, onPreview }: HeadProps) {
  const { message, modal } = App.useApp();
  const { draft, edition, may } = desk;
  const [scheduling, setScheduling] = useState(false);
  const [former, setFormer] = useState(false);
  const run = useCallback(
    async (done: string, what: () => Promise<unknown>) => {
      try {
        await what();
        message.success(done);
        reload();
      } catch (fault) {
        message.error(sentenceOf(fault));
      }
    },
    [message, reload],
  );
  const warn = useSubmitWarning();
  /** With everything kept that was typed, by the checks of what was kept. */
  const submit = async () => {
    const revision = await work.keep();
    if (revision === null) return;
    try {
      const kept = await call('showEdition', { edition });
      const failing = kept.checks.flatMap(({ label, problems }) =>
        problems.length === 0 ? [] : [`${label}：${problems.map((problem) => problem.message).join('；')}`],
      );
      warn(failing, () => run('已提交审批', () => call('submitEditionDraft', { edition, revision })));
    } catch (fault) {
      message.error(sentenceOf(fault));
    }
  };
  const discard = () =>
    modal.confirm({
      title: '丢弃这份草稿？',
      content: '改的内容和审批都不留，线上不变。',
      okText: '丢弃',
      onOk: () => draft && run('已丢弃', () => call('discardEditionDraft', { edition, revision: draft.revision })),
    });
  const missing =
    desk.checks.filter(({ problems }) => problems.length > 0).length +
    (draft?.state.status === 'first' ? 2 : draft?.state.status === 'second' ? 1 : 0);
  const live =
    desk.liveVersion === null ? '还没有发布' : `线上 v${desk.liveVersion}（${shortTime(desk.liveSince)} 起）`;
  return (
    <PageHead title={`产品版本：${desk.name}`} note={`${edition}，${live}`}>
      {draft && (
        <>
          <Tag className="ed-state">
            {draft.state.label} v{draft.version}
          </Tag>
          <span className="note num" role="status">
            {work.saving || work.unsaved ? '正在存' : `${clockTime(draft.savedAt)} 已自动存`}
          </span>
        </>
      )}
      {desk.liveVersion !== null && <Button onClick={() => setFormer(true)}>历史版本</Button>}
      <Button onClick={onPreview}>手机预览</Button>
      {draft && may.change && <Button onClick={discard}>丢弃草稿</Button>}
      {!draft && may.change && (
        <Button type="primary" onClick={() => run('草稿已建好', () => call('beginEditionDraft', { edition }))}>
          开始改
        </Button>
      )}
      {may.submit && (
        <Button type="primary" onClick={submit}>
          提交审批
        </Button>
      )}
      {(draft?.state.status === 'first' || draft?.state.status === 'second') && (
        <Button disabled>发布，还差 {missing} 项</Button>
      )}
      {may.schedule && (
        <Button type="primary" onClick={() => setScheduling(true)}>
          {draft?.publishAt ? '改发布时间' : '定时发布'}
        </Button>
      )}
      {former && <FormerVersions edition={edition} onClose={() => setFormer(false)} />}
      {scheduling && draft && (
        <Schedule
          given={draft.publishAt}
          onClose={() => setScheduling(false)}
          onDone={(at) => run('已定时', () => call('scheduleEdition', { edition, revision: draft.revision, at }))}
        />
      )}
    </PageHead>
  );
}

/** In five minutes, Beijing time. */
const soon = (): string =>
  beijingDateTime(Date.now() + 300_000)
    .replace('T', ' ')
    .slice(0, 16);

function Schedule({ given, onClose, onDone }: { given: string | null; onClose(): void; onDone(at: string): void }) {
  const id = useId();
  const [at, setAt] = useState(() => given?.replace('T', ' ').slice(0, 16) ?? soon());
  return (
    <Modal
      open
      title="定时发布"
      okText="到时发布"
      okButtonProps={{ disabled: at.length !== 16 }}
      onCancel={onClose}
      onOk={() => {
        onDone(at);
        onClose();
      }}
    >
      <label className="ed-field" htmlFor={id}>
        发布时间（北京时间）
        <MomentInput id={id} value={at} onChange={setAt} />
      </label>
      <p className="ed-hint">
        到时再检查一遍；有一项没过就不发布，退回等您处理。发布后居民那边几秒内换成新版，不用重启。
      </p>
    </Modal>
  );
}
