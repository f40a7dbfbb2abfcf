import type { ImportValue } from '@huimin/contract/console';
import { Alert, App, Button, Progress, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call, fileAddress, type Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useReturn } from '../../api/use-return.ts';
import { useCrumb } from '../../app/crumb.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { PickTable } from '../../parts/pick-table.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { dottedDays, shortTime } from '../../parts/when.ts';
import { ImportRows } from './import-rows.tsx';

type Whole = Outputs['showImport'];
type Step = 'askImport' | 'askImportUndo' | 'stopImport';

const STEPS: Readonly<Record<Step, { title: string; ok: string; done: string }>> = {
  askImport: { title: '申请生效', ok: '提交，等另一人', done: '已提交，等第二个人同意' },
  askImportUndo: { title: '申请撤销', ok: '提交，等另一人', done: '已提交，等第二个人同意' },
  stopImport: { title: '停止导入', ok: '停止', done: '已停止' },
};
const LOOK_AGAIN_MS = 1_000;
const MOST_MENDED_BYTES = 4 * 1024 * 1024;
const count = (rows: number) => rows.toLocaleString('zh-CN');

/** One file: how far it is, what it would change, what is wrong with it, and what comes next. */
export function ImportPanel({ importNo, onChanged }: { importNo: string; onChanged(): void }) {
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { refresh } = useSelf();
  const { value, loading, problem, isUnknown, reload } = useCall('showImport', { importNo });
  const [step, setStep] = useState<Step | null>(null);
  useCrumb(value?.fileName);
  const status = value?.status;
  const isMoving = status === 'waiting' || status === 'reading' || status === 'applying';
  useEffect(() => {
    if (!isMoving || loading) return;
    const timer = setTimeout(reload, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isMoving, loading, reload]);
  const standing = value && `${status} ${value.rows.read} ${value.rows.bad}`;
  // The list beside it says where it stands, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every new standing
  useEffect(() => {
    if (standing !== null) onChanged();
  }, [standing]);
  const changed = () => {
    reload();
    refresh();
    onChanged();
  };
  useReturn(changed, value?.approval != null);
  const send = async (reason: string) => {
    if (step === null) return;
    await call(step, { importNo, reason });
    message.success(STEPS[step].done);
    changed();
  };
  return (
    <div className="import-main">
      <LoadProblem {...{ problem, isUnknown }} onRetry={reload} onLeave={() => navigate('/imports')} />
      {value === null && loading && <Skeleton active />}
      {value && (
        <>
          <section className="panel" aria-label={`${value.title} ${value.fileName}`}>
            <Head one={value} onStep={setStep} />
            <HowFar one={value} />
            {value.problem !== '' && (
              <Alert
                type={status === 'refused' ? 'error' : 'warning'}
                showIcon
                title={value.problem}
                style={{ margin: '0 14px 12px' }}
              />
            )}
          </section>
          {value.rows.read > 0 && (
            <section className="panel" aria-label="检查结果">
              <Figures one={value} />
              <ImportRows one={value} />
              <Foot one={value} onStep={setStep} onChanged={changed} />
            </section>
          )}
        </>
      )}
      {step && value && (
        <ReasonDialog title={STEPS[step].title} okText={STEPS[step].ok} onSend={send} onClose={() => setStep(null)}>
          <p className="dialog-lead">{leadOf(step, value)}</p>
        </ReasonDialog>
      )}
    </div>
  );
}

function leadOf(step: Step, { rows, differs, isWhole }: Whole): string {
  if (step === 'askImportUndo') return '第二个人同意后，居民马上看到导入前的那一版。';
  if (step === 'stopImport') {
    return rows.live > 0
      ? `已生效的 ${count(rows.live)} 行照旧，没生效的行清掉。停止以后不能再续。`
      : '上传的内容清掉，什么都不会生效。停止以后要重新上传。';
  }
  if (isWhole) {
    return `第二个人同意后整份替换：新增 ${count(differs.added)}，改 ${count(differs.changed)}，去掉 ${count(differs.gone)}。`;
  }
  const rest = rows.bad > 0 ? `还有 ${count(rows.bad)} 行要改的不受影响，可以以后续传。` : '';
  return `第二个人同意后，${count(rows.good - rows.live)} 行生效，一件案件的行一起生效，不能撤销。${rest}`;
}

interface PartProps {
  readonly one: Whole;
  onStep(step: Step): void;
}

function Head({ one, onStep }: PartProps) {
  const { may } = useSelf();
  return (
    <div className="import-top">
      <div className="import-words">
        <h2>
          {one.title} {dottedDays(one.forWhat)} <StateTag tone={one.tone}>{one.statusLabel}</StateTag>
        </h2>
        <p>
          {one.fileName}　<span className="num">{sizeText(one.sizeBytes)}</span>　导入 {one.importNo}
        </p>
        <p className="num">
          {one.givenBy} {shortTime(one.givenAt)} 上传
          {one.readAt !== null && `　${shortTime(one.readAt)} 检查完`}
          {one.liveAt !== null && `　${shortTime(one.liveAt)} 生效`}
        </p>
      </div>
      {may('imports.give') && one.can.undo && <Button onClick={() => onStep('askImportUndo')}>撤销，换回上一版</Button>}
      {may('imports.give') && one.can.stop && <Button onClick={() => onStep('stopImport')}>停止</Button>}
    </div>
  );
}

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function HowFar({ one }: { one: ImportValue }) {
  const bar = barOf(one);
  if (bar === null) return null;
  const isMoving = one.status === 'reading' || one.status === 'applying';
  return (
    <div className="import-progress" role={isMoving ? 'status' : undefined}>
      <span className="num">{bar.text}</span>
      <Progress
        percent={bar.percent}
        showInfo={false}
        strokeColor={bar.percent === 100 ? 'var(--c-success)' : 'var(--c-link)'}
        aria-label={bar.label}
      />
      {isMoving && <small>可以离开这一页，会接着做；服务器中断了也从断的地方接着做。</small>}
    </div>
  );
}

function barOf(one: ImportValue): { label: string; percent: number; text: string } | null {
  const { rows, pieces, status } = one;
  const percent = (done: number, all: number | null) => (all ? Math.min(100, Math.floor((done * 100) / all)) : 0);
  if (status === 'arriving') {
    const text = `传到 ${pieces.here} / ${pieces.all} 段，没有传完。点“上传文件”选同一个文件，从断的地方接着传。`;
    return { label: '上传进度', percent: percent(pieces.here, pieces.all), text };
  }
  if (status === 'waiting' && rows.total === null)
    return { label: '检查进度', percent: 0, text: '排队中，马上开始检查' };
  if (status === 'waiting') return { label: '检查进度', percent: 0, text: '续传的行排队检查' };
  if (status === 'reading') {
    if (rows.total === null) return { label: '检查进度', percent: 0, text: '正在数行数' };
    const text = `检查了 ${count(rows.read)} / ${count(rows.total)} 行${paceText(one)}`;
    return { label: '检查进度', percent: percent(rows.read, rows.total), text };
  }
  if (status === 'applying' || (status === 'done' && rows.live > 0) || (status === 'read' && rows.live > 0)) {
    const text = `生效了 ${count(rows.live)} / ${count(rows.good)} 行${paceText(one)}`;
    return { label: '生效进度', percent: percent(rows.live, rows.good), text };
  }
  if (status === 'read') {
    return {
      label: '检查进度',
      percent: 100,
      text: `检查完 ${count(rows.read)} / ${count(rows.total ?? rows.read)} 行`,
    };
  }
  return null;
}

function paceText({ pace }: ImportValue): string {
  if (pace.rowsPerSecond === null) return '';
  const left = pace.secondsLeft;
  const time =
    left === null || left < 1 ? '' : left < 90 ? `，还要约 ${left} 秒` : `，还要约 ${Math.round(left / 60)} 分钟`;
  return `，每秒 ${count(pace.rowsPerSecond)} 行${time}`;
}

function Figures({ one: { rows, differs, isWhole, status } }: { one: ImportValue }) {
  const isSettled = status !== 'reading' && status !== 'waiting';
  const figures = [
    { label: '通过', value: rows.good, tone: 'import-good' },
    { label: '要改', value: rows.bad, tone: rows.bad > 0 ? 'import-bad' : '' },
    ...(isWhole && !isSettled
      ? []
      : [
          { label: '新增', value: differs.added, tone: '' },
          { label: isWhole ? '改' : '更新', value: differs.changed, tone: '' },
        ]),
    ...(isWhole && isSettled
      ? [
          { label: '不变', value: differs.same, tone: '' },
          { label: '去掉', value: differs.gone, tone: differs.gone > 0 ? 'import-bad' : '' },
        ]
      : []),
    ...(rows.live > 0 ? [{ label: '已生效', value: rows.live, tone: '' }] : []),
  ];
  return (
    <dl className="import-figures">
      {figures.map(({ label, value, tone }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={tone}>
            {count(value)}
            <small>行</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Foot({ one, onStep, onChanged }: PartProps & { onChanged(): void }) {
  const { may } = useSelf();
  const { rows, isWhole, approval, status } = one;
  const isGiver = may('imports.give');
  const isOver = status === 'stopped' || status === 'undone' || status === 'refused';
  if (isOver || (status !== 'read' && rows.bad === 0 && approval === null)) return null;
  return (
    <div className="import-foot">
      <p>
        {approval !== null && (
          <>
            {approval.askedBy} 申请{approval.title}，等第二个人同意。
            {approval.mayDecide && <Link to="/approvals">去“申请”里看</Link>}
          </>
        )}
        {approval === null && rows.bad > 0 && (
          <>
            还有 {count(rows.bad)} 行要改：下载错误表，在里面把这几行填全，再续传。
            {isWhole && status === 'read' && '整份替换，要全部改好才能生效。'}
          </>
        )}
      </p>
      {rows.bad > 0 && (
        <Button href={fileAddress('downloadImportProblems', { importNo: one.importNo })}>下载错误表</Button>
      )}
      {isGiver && one.can.mend && <MendRows importNo={one.importNo} onChanged={onChanged} />}
      {isGiver && status === 'read' && approval === null && (
        <Button type="primary" disabled={!one.can.ask} onClick={() => onStep('askImport')}>
          申请生效 {count(rows.good - rows.live)} 行
        </Button>
      )}
    </div>
  );
}

function MendRows({ importNo, onChanged }: { importNo: string; onChanged(): void }) {
  const { message } = App.useApp();
  return (
    <PickTable
      label="续传错误行"
      mostBytes={MOST_MENDED_BYTES}
      tooLarge="请只留改好的行，分几次续传"
      onTake={async (fileName, content) => {
        await call('mendImport', { importNo, fileName, content });
        message.success('已收下，正在检查');
        onChanged();
      }}
    />
  );
}
