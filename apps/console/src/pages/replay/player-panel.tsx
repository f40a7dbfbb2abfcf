import type { RecordingViewValue } from '@huimin/contract/console';
import { Alert, Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { clockTime } from '../../parts/when.ts';
import { clockText } from './timeline-scale.ts';
import type { Player } from './use-player.ts';

interface PlayerPanelProps {
  readonly recording: RecordingViewValue;
  readonly player: Player;
  readonly tabs: readonly string[];
  readonly tab: string | undefined;
  onTab(tab: string): void;
  readonly speed: number;
  onSpeed(speed: number): void;
  readonly skipIdle: boolean;
  onJump(way: 1 | -1): void;
  /** Until when it is played as it was, where it is; null: masked. */
  readonly clearUntil: string | null;
  /** Switches beside the speed. */
  readonly children: ReactNode;
}

const SPEEDS = [0.5, 1, 1.5, 2, 4, 8, 16];

/** The phone with the picture, and what plays it. */
export function PlayerPanel({
  recording,
  player,
  tabs,
  tab,
  onTab,
  speed,
  onSpeed,
  onJump,
  clearUntil,
  children,
}: PlayerPanelProps) {
  const { state, frame, play, pause, seek, retry } = player;
  const { beginsAt, endsAt, environment, happenings, holder, chunks } = recording;
  // A picture is there a moment before its page is named, and until the next one is.
  const pages = happenings.filter(({ kind }) => kind === 'page');
  const page = pages.findLast(({ at }) => at <= state.at) ?? pages[0];
  const document = happenings.findLast(
    ({ kind, at, until }) => kind === 'document' && at <= state.at && (until ?? at) >= state.at,
  );
  const batches = chunks.filter(({ kind }) => kind === 'client').length;
  const left = state.at - beginsAt;
  return (
    <section className="panel rp-player" aria-label="回放画面">
      <div className="rp-stage" aria-busy={!state.shown && state.problem === null}>
        <div className="rp-phone">
          <iframe
            ref={frame}
            src="/hmb-js26/console/player"
            title="手机画面"
            sandbox="allow-scripts allow-same-origin"
            tabIndex={-1}
          />
        </div>
      </div>
      {state.isBroken ? (
        <LoadProblem problem={state.problem} onRetry={retry} />
      ) : (
        state.problem !== null && <Alert type="warning" showIcon title={state.problem} />
      )}
      {recording.problems
        .filter((problem) => problem !== state.problem)
        .map((problem) => (
          <Alert key={problem} type="warning" showIcon title={problem} />
        ))}
      <dl className="rp-facts">
        <dt>页面</dt>
        <dd>{page?.label ?? '没有记下'}</dd>
        <dt>设备</dt>
        <dd>
          {environment.device} {environment.width} × {environment.height}
        </dd>
        <dt>文件</dt>
        <dd>{document?.label ?? '没有打开'}</dd>
        <dt>环境</dt>
        <dd>{environment.channel || '不知道'}</dd>
        <dt>用户</dt>
        <dd>{holder || '没有订单'}</dd>
        <dt>批次</dt>
        <dd className="num">
          {batches} 批 {recording.events} 条
        </dd>
      </dl>
      <input
        type="range"
        className="rp-track"
        min={0}
        max={Math.max(1, endsAt - beginsAt)}
        value={Math.max(0, left)}
        aria-label="回放进度"
        aria-valuetext={`${clockText(left)}，共 ${clockText(endsAt - beginsAt)}`}
        onChange={(event) => seek(beginsAt + Number(event.target.value))}
      />
      <div className="rp-buttons">
        <span className="num">{clockText(left)}</span>
        <span className="space" />
        <Button size="small" aria-label="上一个标记" onClick={() => onJump(-1)}>
          <Shape path="M18 5.5v13L9.5 12ZM6 5.5v13" />
        </Button>
        <Button
          type="primary"
          shape="circle"
          aria-label={state.playing ? '暂停' : '播放'}
          onClick={state.playing ? pause : play}
        >
          <Shape path={state.playing ? 'M8 5.5v13M16 5.5v13' : 'M8 5.5v13l10-6.5Z'} />
        </Button>
        <Button size="small" aria-label="下一个标记" onClick={() => onJump(1)}>
          <Shape path="M6 5.5v13l8.5-6.5ZM18 5.5v13" />
        </Button>
        <span className="space" />
        <span className="num">{clockText(endsAt - beginsAt)}</span>
      </div>
      <div className="rp-buttons">
        <Select
          size="small"
          style={{ width: 76 }}
          aria-label="速度"
          value={speed}
          onChange={onSpeed}
          options={SPEEDS.map((one) => ({ value: one, label: `${one}×` }))}
        />
        {children}
      </div>
      {tabs.length > 0 && (
        <Select
          size="small"
          aria-label="哪一个页面"
          value={tab}
          onChange={onTab}
          options={tabs.map((one, index) => ({ value: one, label: `同时开着的第 ${index + 1} 个页面` }))}
        />
      )}
      <p className="rp-masked">
        <Icon name="lock" size={16} />
        <span>
          {state.complete || state.isBroken ? '' : '其余画面在后台读取。'}
          {clearUntil === null
            ? '已遮盖，原值另存加密。看原文要写原因，第二人同意后可看 15 分钟，全程留痕'
            : `正在看原文，到 ${clockTime(clearUntil)} 自动遮盖，全程留痕`}
        </span>
      </p>
    </section>
  );
}

function Shape({ path }: { path: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 24 24" className="rp-shape" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
