import type { RecordingViewValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { App, Button, Skeleton, Switch } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useEnd, useReturn } from '../../api/use-return.ts';
import { useCrumb } from '../../app/crumb.ts';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useBack } from '../../app/use-back.ts';
import { useKeys } from '../../app/use-keys.ts';
import { WhoAgrees } from '../../app/who-agrees.tsx';
import { shortId } from '../../parts/subject-words.ts';
import { DocumentTable } from './document-table.tsx';
import { EvidencePanel } from './evidence-panel.tsx';
import { ExportEvidence } from './export-evidence.tsx';
import { HappeningList } from './happening-list.tsx';
import { KeepingActions, KeepingNotice } from './keeping-actions.tsx';
import { PlayerPanel } from './player-panel.tsx';
import { Timeline } from './timeline.tsx';
import { usePlayer } from './use-player.ts';
import './replay.css';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { clockTime, longTimeSeconds } from '../../parts/when.ts';

/** One recording: its picture, what happened in it, and what is known of it as evidence. */
export default function ReplayPage() {
  const { trace = '' } = useParams();
  const { value, loading, problem, isUnknown, reload } = useCall('showRecording', { trace });
  const navigate = useNavigate();
  const back = useBack('/recordings');
  useReturn(reload, value?.unmasking.waiting === true);
  useCrumb(value ? (value.orderNos[0] ?? `记录 ${shortId(trace)}`) : null);
  return (
    <div className="page">
      <PageHead
        title="会话回放"
        onBack={back}
        note={
          <span className="head-facts">
            <span>记录 {shortId(trace)}</span>
            {value?.orderNos.map((orderNo) => (
              <span key={orderNo}>订单 {orderNo}</span>
            ))}
            {value && (
              <span>{`${longTimeSeconds(beijingDateTime(value.beginsAt))} - ${beijingDateTime(value.endsAt).slice(11)}`}</span>
            )}
          </span>
        }
      >
        {value && <Unmasking recording={value} onAsked={reload} />}
        {value && <KeepingActions recording={value} onChanged={reload} />}
        {value && <ExportEvidence recording={value} />}
      </PageHead>
      <LoadProblem {...{ problem, isUnknown }} onRetry={reload} onLeave={() => navigate('/recordings')} />
      {value === null && loading && <Skeleton active />}
      {value && <KeepingNotice recording={value} />}
      {value && <Replay recording={value} onChanged={reload} />}
    </div>
  );
}

/** Page lives that were open at the same time are played one by one. */
function overlappingTabs({ chunks }: RecordingViewValue): string[] {
  const spans = new Map<string, { from: number; to: number }>();
  for (const { kind, tab, firstAt, lastAt } of chunks) {
    if (kind !== 'client') continue;
    const span = spans.get(tab) ?? { from: firstAt, to: lastAt };
    spans.set(tab, { from: Math.min(span.from, firstAt), to: Math.max(span.to, lastAt) });
  }
  const all = [...spans.entries()].sort(([, a], [, b]) => a.from - b.from);
  const overlap = all.some(([, span], index) => all.slice(index + 1).some(([, later]) => later.from < span.to));
  return overlap ? all.map(([tab]) => tab) : [];
}

function Replay({ recording, onChanged }: { recording: RecordingViewValue; onChanged(): void }) {
  const tabs = overlappingTabs(recording);
  const [tab, setTab] = useState(tabs[0]);
  const [speed, setSpeed] = useState(1);
  const [skipIdle, setSkipIdle] = useState(true);
  const [clear, setClear] = useState(false);
  const unmasked = clear && recording.unmasking.until !== null;
  useEnd(recording.unmasking.until, () => {
    setClear(false);
    onChanged();
  });
  const player = usePlayer({ recording, tab, unmasked, speed, skipIdle });
  const { state, seek } = player;
  const { happenings, beginsAt } = recording;
  // What the server adds comes when it comes; the visit ends where the phone ended it.
  const endsAt = Math.max(
    ...[recording.endsAt, beginsAt + 1_000],
    ...happenings.flatMap(({ kind, at, until }) => (kind === 'server' ? [] : (until ?? at))),
  );
  const jump = (kind: 'gap' | null, way: 1 | -1) => {
    const marks = happenings.filter((one) =>
      kind === null ? one.kind !== 'api' && one.kind !== 'tap' : one.kind === kind,
    );
    const next = way === 1 ? marks.find(({ at }) => at > state.at + 1) : marks.findLast(({ at }) => at < state.at - 1);
    if (next) seek(next.at);
  };
  useKeys(
    {
      ' ': () => (state.playing ? player.pause() : player.play()),
      ArrowLeft: () => jump(null, -1),
      ArrowRight: () => jump(null, 1),
      g: () => jump('gap', 1),
      ',': () => seek(state.at - FRAME_MS),
      '.': () => seek(state.at + FRAME_MS),
    },
    [
      ['空格', '播放、停下'],
      ['← →', '上一个、下一个标记'],
      ['G', '下一处缺段'],
      [', .', '一帧一帧看'],
    ],
  );
  return (
    <div className="rp-columns">
      <PlayerPanel
        recording={recording}
        player={player}
        tabs={tabs}
        tab={tab}
        onTab={setTab}
        speed={speed}
        onSpeed={setSpeed}
        skipIdle={skipIdle}
        onJump={(way) => jump(null, way)}
        clearUntil={unmasked ? recording.unmasking.until : null}
      >
        <Switch size="small" checked={skipIdle} onChange={setSkipIdle} aria-label="跳过空闲 5 秒" />
        <span aria-hidden="true">跳过空闲 5 秒</span>
        {recording.unmasking.until !== null && (
          <>
            <Switch size="small" checked={clear} onChange={setClear} aria-label="看原文" />
            <span aria-hidden="true">看原文</span>
          </>
        )}
      </PlayerPanel>
      <div className="rp-middle">
        <section className="panel" aria-labelledby="rp-course">
          <div className="panel-head">
            <h2 id="rp-course">过程</h2>
            <span className="rp-legend">
              <i className="rp-legend-document" /> 读文件
            </span>
            <span className="rp-legend">
              <i className="rp-legend-consent" /> 确认
            </span>
            <span className="rp-legend">
              <i className="rp-legend-gap" /> 缺段
            </span>
            <span className="space" />
            <span className="rp-keys">
              <kbd>空格</kbd>播放 <kbd>←</kbd>
              <kbd>→</kbd>标记 <kbd>G</kbd>到缺段 <kbd>,</kbd>
              <kbd>.</kbd>逐帧
            </span>
          </div>
          <div className="panel-body">
            <Timeline from={beginsAt} to={endsAt} at={state.at} happenings={happenings} onSeek={seek} />
          </div>
        </section>
        <DocumentTable trace={recording.trace} documents={recording.documents} onSeek={seek} />
        <HappeningList happenings={happenings} beginsAt={beginsAt} at={state.at} onSeek={seek} />
      </div>
      <EvidencePanel recording={recording} onChecked={onChanged} />
    </div>
  );
}

const FRAME_MS = 40;

function Unmasking({ recording, onAsked }: { recording: RecordingViewValue; onAsked(): void }) {
  const { may } = useSelf();
  const { message } = App.useApp();
  const [open, setOpen] = useState(false);
  const { trace, state, unmasking } = recording;
  if (unmasking.until !== null)
    return <span className="rp-kind rp-kind-bad">可看原文，到 {clockTime(unmasking.until)} 为止</span>;
  if (unmasking.waiting) return <span className="rp-kind rp-kind-document">等第二人同意看原文</span>;
  const ask = async (reason: string) => {
    await call('askUnmasking', { trace, reason });
    message.success('已申请，第二个人同意后可看 15 分钟');
    onAsked();
  };
  return (
    <>
      <span className="rp-kind rp-kind-document">默认遮盖</span>
      {may('person.reveal') && state !== 'erased' && state !== 'restricted' && state !== 'due' && (
        <Button icon={<Icon name="eye" size={16} />} onClick={() => setOpen(true)}>
          申请看原文 <small className="note not-narrow">需第二人</small>
        </Button>
      )}
      {open && (
        <ReasonDialog
          title="申请看原文"
          okText="申请"
          label="为什么要看"
          after={<WhoAgrees permission="person.approve" />}
          onSend={ask}
          onClose={() => setOpen(false)}
        >
          <p className="dialog-lead">
            原因会写进公开的存证日志，不要写姓名和号码。同意后可看 15 分钟，每次看都留记录。
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
