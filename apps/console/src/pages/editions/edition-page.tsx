import type { EditionDeskValue } from '@huimin/contract/console';
import { parseDate } from '@huimin/domain/date';
import { Alert, App, Button, Skeleton } from 'antd';
import { useCallback, useId, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useMoment, useReturn } from '../../api/use-return.ts';
import { useCrumb } from '../../app/crumb.ts';
import { MomentField } from '../../app/day-input.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { scheduledOr } from '../../parts/scheduled-or.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { useFailingChecks } from '../../parts/use-failing-checks.tsx';
import { CompaniesPart } from './companies-part.tsx';
import { CoverPart } from './cover-part.tsx';
import { documentAddress, EditorProvider, showField } from './editor.tsx';
import { DatesPart, NamingPart, PaymentPart, SwitchesPart, ThemePart } from './field-parts.tsx';
import { FormerVersions } from './former-versions.tsx';
import { OthersAtWork } from './others-at-work.tsx';
import { PartNav } from './part-nav.tsx';
import { PhonePreview } from './phone-preview.tsx';
import { PlansPart } from './plans-part.tsx';
import { ChecksPanel, DifferencePanel, ReviewPanel } from './side-panels.tsx';
import { type DraftWork, NOT_KEPT, useDraft } from './use-draft.ts';
import './editions.css';
import { Dialog } from '../../app/dialog.tsx';
import { clockTime, longTime, shortTime } from '../../parts/when.ts';

const PARTS = [
  ['naming', '名称和备案'],
  ['dates', '日期和保费'],
  ['plans', '方案'],
  ['cover', '保障责任'],
  ['switches', '开关'],
  ['companies', '公司'],
  ['payment', '付款方式'],
  ['theme', '主题'],
] as const;

/** One edition: its draft field by field, what differs from the live one, what is missing, and who agreed. */
export default function EditionPage() {
  const { edition = '' } = useParams();
  const navigate = useNavigate();
  const { value, problem, isUnknown, reload } = useCall('showEdition', { edition });
  useCrumb(value?.edition === edition ? value.name : null);
  if (value === null || value.edition !== edition) {
    return (
      <div className="page">
        <PageHead title="产品版本" />
        <LoadProblem {...{ problem, isUnknown }} onRetry={reload} onLeave={() => navigate('/editions')} />
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
  const { refresh } = useSelf();
  const [preview, setPreview] = useState(false);
  const [reopenedAt, setReopenedAt] = useState(0);
  // What two people read is not changed in passing.
  const isReviewed = desk.draft !== null && desk.draft.state.status !== 'editing';
  const isHanded = isReviewed && desk.draft?.revision !== reopenedAt;
  const work = useDraft(desk, isReviewed && !isHanded, reload);
  useReturn(reload, isHanded);
  useMoment(isHanded ? (desk.draft?.publishAt ?? null) : null, () => {
    reload();
    refresh();
  });
  const readOnly = desk.draft === null || !desk.may.change || isHanded;
  const count = (section: string) => desk.differences.filter((one) => one.section === section).length;
  return (
    <EditorProvider value={{ desk, work, readOnly }}>
      <div className="page">
        <Head
          desk={desk}
          work={work}
          reload={reload}
          onPreview={() => setPreview(true)}
          onReopen={isHanded ? () => setReopenedAt(desk.draft?.revision ?? 0) : undefined}
        />
        <LoadProblem problem={problem ?? work.problem} onRetry={problem ? reload : work.again} />
        <OthersAtWork work={work} />
        {desk.draft?.state.status === 'editing' && desk.draft.note !== null && (
          <Alert type="warning" showIcon title={`退回修改：${desk.draft.note}`} />
        )}
        <div className="ed-grid">
          <div className="ed-main">
            <PartNav parts={PARTS} mark={(id) => count(id) > 0 && <i>{count(id)}</i>} />
            <NamingPart />
            <DatesPart />
            <PlansPart />
            <CoverPart />
            <div className="ed-pair">
              <SwitchesPart />
              <PaymentPart />
            </div>
            <CompaniesPart />
            <ThemePart />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
          <aside className="ed-side" tabIndex={0} aria-label="改动、检查和审批">
            <DifferencePanel />
            <ChecksPanel />
            <ReviewPanel
              onDone={() => {
                reload();
                refresh();
              }}
            />
          </aside>
        </div>
      </div>
      {preview && <PhonePreview desk={desk} work={work} onClose={() => setPreview(false)} />}
    </EditorProvider>
  );
}

/** Of two times in Beijing; a text that is none is later than nothing. */
function isLater(one: string, other: string): boolean {
  const [ms, otherMs] = [parseDate(one), parseDate(other)];
  return ms !== null && otherMs !== null && ms > otherMs;
}

function standingOf({ saving, unsaved, problem, clash }: DraftWork, savedAt: string): string {
  if (saving) return '正在存';
  if (unsaved) return problem === null && clash === null ? '正在存' : '没有存上';
  return `${clockTime(savedAt)} 已自动存`;
}

interface HeadProps {
  readonly desk: EditionDeskValue;
  readonly work: DraftWork;
  reload(): void;
  onPreview(): void;
  /** There while what was handed in lies still: makes its fields changeable again. */
  onReopen?(): void;
}

function Head({ desk, work, reload, onPreview, onReopen }: HeadProps) {
  const { message, modal } = App.useApp();
  const { refresh } = useSelf();
  const { draft, edition, may } = desk;
  const [scheduling, setScheduling] = useState(false);
  const [former, setFormer] = useState(false);
  const run = useCallback(
    async (done: string, what: () => Promise<unknown>) => {
      try {
        await what();
        message.success(done);
        reload();
        refresh();
      } catch (fault) {
        message.error(sentenceOf(fault));
      }
    },
    [message, reload, refresh],
  );
  const unlessFailing = useFailingChecks();
  const navigate = useNavigate();
  /** With everything kept that was typed, by the checks of what was kept. */
  const submit = async () => {
    const revision = await work.keep();
    if (revision === null) return void message.error(NOT_KEPT);
    try {
      const kept = await call('showEdition', { edition });
      const failing = kept.checks.flatMap(({ label, problems }) =>
        problems.length === 0 ? [] : [`${label}：${problems.map((problem) => problem.message).join('；')}`],
      );
      const problems = kept.checks.flatMap((check) => check.problems);
      // What is mended on this page first; then the documents, which have a page of their own.
      const first = problems.find(({ path }) => documentAddress(edition, path) === null) ?? problems[0];
      const address = documentAddress(edition, first?.path ?? '');
      const hand = () => run('已提交审批', () => call('submitEditionDraft', { edition, revision }));
      unlessFailing(failing, hand, () => (address === null ? showField(first?.path ?? '') : navigate(address)));
    } catch (fault) {
      message.error(sentenceOf(fault));
    }
  };
  const discard = () =>
    modal.confirm({
      title: '丢弃这份草稿？',
      content: '改的内容和审批都不留，线上不变。',
      okText: '丢弃',
      autoFocusButton: 'cancel',
      onOk: () => draft && run('已丢弃', () => call('discardEditionDraft', { edition, revision: draft.revision })),
    });
  const reopen = () =>
    modal.confirm({
      title: '继续改这份草稿？',
      content: '改了任何一处，前面的审批和定时都不算了，要重新提交。',
      okText: '继续改',
      onOk: onReopen,
    });
  const missing =
    desk.checks.filter(({ problems }) => problems.length > 0).length +
    (draft?.state.status === 'first' ? 2 : draft?.state.status === 'second' ? 1 : 0);
  const live =
    desk.liveVersion === null ? '还没有发布' : `线上 v${desk.liveVersion}（${shortTime(desk.liveSince)} 起）`;
  return (
    <PageHead
      title={`产品版本：${desk.name}`}
      note={
        <>
          {draft && (
            <StateTag tone="info">
              {draft.state.label} v{draft.version}
              {draft.publishAt && `，${shortTime(draft.publishAt)}`}
            </StateTag>
          )}{' '}
          {`${edition}，${live}`}
        </>
      }
    >
      {draft && (
        <span className="note num" role="status">
          {standingOf(work, draft.savedAt)}
        </span>
      )}
      {desk.liveVersion !== null && <Button onClick={() => setFormer(true)}>历史版本</Button>}
      <Button icon={<Icon name="eye" size={16} />} onClick={onPreview}>
        手机预览
      </Button>
      {draft && may.change && <Button onClick={discard}>丢弃草稿</Button>}
      {onReopen && may.change && <Button onClick={reopen}>继续改</Button>}
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
        <Button disabled icon={<Icon name="lock" size={16} />}>
          发布，还差 {missing} 项
        </Button>
      )}
      {may.schedule && draft?.publishAt && (
        <Button
          onClick={() =>
            run('已取消定时，审批还算', () => call('scheduleEdition', { edition, revision: draft.revision, at: null }))
          }
        >
          取消定时
        </Button>
      )}
      {may.schedule && (
        <Button type="primary" onClick={() => setScheduling(true)}>
          {draft?.publishAt ? '改发布时间' : '定时发布'}
        </Button>
      )}
      {former && (
        <FormerVersions
          edition={edition}
          onRedo={
            draft || !may.change
              ? undefined
              : (from) => {
                  setFormer(false);
                  void run(`照 v${from} 的草稿已建好，审批后才发布`, () =>
                    call('beginEditionDraft', { edition, from }),
                  );
                }
          }
          onClose={() => setFormer(false)}
        />
      )}
      {scheduling && draft && (
        <Schedule
          given={draft.publishAt}
          opens={desk.liveVersion === null ? desk.fields.earlyFrom || desk.fields.insureStart : null}
          onClose={() => setScheduling(false)}
          onDone={async (at) => {
            await call('scheduleEdition', { edition, revision: draft.revision, at });
            message.success('已定时');
            reload();
            refresh();
          }}
        />
      )}
    </PageHead>
  );
}

function Schedule({
  given,
  opens,
  onClose,
  onDone,
}: {
  given: string | null;
  /** When the first can buy it; null where residents have a version of it already, which goes on until then. */
  opens: string | null;
  onClose(): void;
  onDone(at: string): Promise<void>;
}) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await onDone(at);
      onClose();
    } catch (fault) {
      setSending(false);
      setProblem(sentenceOf(fault));
    }
  };
  const [at, setAt] = useState(() => scheduledOr(given));
  return (
    <Dialog
      open
      title="定时发布"
      okText="到时发布"
      okButtonProps={{ disabled: at.length !== 16 }}
      confirmLoading={sending}
      onCancel={onClose}
      onOk={send}
    >
      <label className="ed-field" htmlFor={id}>
        发布时间（北京时间）
      </label>
      <MomentField
        {...{ id, problem }}
        value={at}
        onChange={(moment) => {
          setAt(moment);
          setProblem('');
        }}
      />
      {opens !== null && at.length === 16 && isLater(at, opens) && (
        <p className="ed-hint ed-late">这一版 {longTime(opens)} 开始参保，晚于那时发布，中间这段时间居民买不到。</p>
      )}
      <p className="ed-hint">
        到时再检查一遍；有一项没过就不发布，退回等您处理。发布后居民那边几秒内换成新版，不用重启。
      </p>
    </Dialog>
  );
}
