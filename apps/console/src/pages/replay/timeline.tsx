import type { HappeningValue } from '@huimin/contract/console';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { clockText, ticksOf, timelineScale } from './timeline-scale.ts';

interface TimelineProps {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly happenings: readonly HappeningValue[];
  onSeek(at: number): void;
}

const LANES = [
  { title: '页面', kinds: ['page'] },
  { title: '文件', kinds: ['document'] },
  { title: '确认', kinds: ['consent'] },
  { title: '输入', kinds: ['field', 'tap'] },
  { title: '接口', kinds: ['api'] },
  { title: '服务器', kinds: ['server'] },
] as const;
const WIDTH = 700;
const LEFT = 56;
/** From the first moment to the last; the last one's mark and time need room too. */
const SPAN = WIDTH - LEFT - 18;
const LANE = 38;
const HEIGHT = LANES.length * LANE + 30;
/** Of more, the names would run into each other. */
const MOST_NAMED_GAPS = 3;
const ROOM_OF_NAME = 70;
/** A time that stands further to the right would run over the edge. */
const NEAR_END = 0.96;

/** What happened, by lanes; a click goes there. The list beside it says the same for whoever cannot see it. */
export function Timeline({ from, to, at, happenings, onSeek }: TimelineProps) {
  const length = Math.max(1, to - from);
  const [named, setNamed] = useState<HappeningValue | null>(null);
  const { x, timeAt, end, later } = timelineScale({ from, to }, happenings, { left: LEFT, width: SPAN });
  const gaps = happenings.filter(({ kind }) => kind === 'gap');
  const press = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * WIDTH;
    if (place >= LEFT) onSeek(timeAt(place));
  };
  const counted = LANES.map(
    ({ title, kinds }) =>
      `${title} ${happenings.filter(({ kind }) => (kinds as readonly string[]).includes(kind)).length} 处`,
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the page and the slider do the same
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
    <svg
      className="rp-timeline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={`时间线：${counted.join('，')}，缺段 ${gaps.length} 处`}
      onClick={press}
    >
      {LANES.map(({ title, kinds }, lane) => {
        const y = lane * LANE + 22;
        return (
          <g key={title}>
            <text x="0" y={y + 5} className="rp-lane">
              {title}
            </text>
            <path d={`M${LEFT} ${y}H${WIDTH}`} className="rp-line" />
            {happenings
              .filter(({ kind }) => (kinds as readonly string[]).includes(kind))
              .map((one, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change its order
                <Mark key={index} one={one} from={from} x={x} y={y} onSeek={onSeek} onName={setNamed} />
              ))}
          </g>
        );
      })}
      {gaps.map((gap, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change its order
          key={index}
          className="rp-gap"
          x={x(gap.at)}
          y="2"
          width={Math.max(4, x(gap.until ?? gap.at) - x(gap.at))}
          height={LANES.length * LANE}
        >
          <title>{gap.text}</title>
        </rect>
      ))}
      {gaps.length <= MOST_NAMED_GAPS &&
        gaps
          .filter(({ at, until }) => until !== null && until > at)
          .map((gap) => <GapLength key={gap.at} gap={gap} x={x} />)}
      {ticksOf(length).map((time) => (
        <text
          key={time}
          x={x(from + time)}
          y={HEIGHT - 4}
          textAnchor={time > length * NEAR_END ? 'end' : 'middle'}
          className="rp-tick"
        >
          {clockText(time)}
        </text>
      ))}
      {later.length > 0 && (
        <>
          <path d={`M${end + 4} 0V${LANES.length * LANE}`} className="rp-end" />
          <text x={WIDTH} y={HEIGHT - 4} textAnchor="end" className="rp-tick">
            之后 {later.length} 条
          </text>
        </>
      )}
      {named && <Name of={named} from={from} x={x} />}
      <path d={`M${x(at)} 0V${LANES.length * LANE + 4}`} className="rp-head" />
      <circle cx={x(at)} cy="4" r="4" className="rp-head-dot" />
    </svg>
  );
}

/** How long is missing, beside the stroke; on its left where there is no room. */
function GapLength({ gap, x }: { gap: HappeningValue; x(time: number): number }) {
  const [left, right] = [x(gap.at), x(gap.until ?? gap.at)];
  const onLeft = right > WIDTH - ROOM_OF_NAME;
  const seconds = ((gap.until ?? gap.at) - gap.at) / 1_000;
  return (
    <text
      x={onLeft ? left - 6 : Math.max(right, left + 4) + 6}
      y={LANE + 6}
      textAnchor={onLeft ? 'end' : 'start'}
      className="rp-gap-length"
    >
      缺 {seconds < 10 ? seconds.toFixed(1) : seconds.toFixed(0)} 秒
    </text>
  );
}

interface MarkProps {
  readonly one: HappeningValue;
  readonly from: number;
  readonly y: number;
  x(time: number): number;
  onSeek(at: number): void;
  onName(one: HappeningValue | null): void;
}

const spanText = ({ at, until }: HappeningValue, from: number): string =>
  `${clockText(at - from)}${until === null || until <= at ? '' : ` - ${clockText(until - from)}`}`;

function Mark({ one, from, x, y, onSeek, onName }: MarkProps) {
  const left = x(one.at);
  const width = Math.max(4, x(one.until ?? one.at) - left);
  const title = <title>{one.text}</title>;
  if (one.kind === 'page' || one.kind === 'document') {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      onSeek(one.at);
    };
    return (
      // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: too small to be pressed for sure; the list has the buttons
      <g
        className="rp-block"
        role="img"
        tabIndex={0}
        aria-label={`${one.text}，${spanText(one, from)}`}
        onKeyDown={press}
        onFocus={() => onName(one)}
        onBlur={() => onName(null)}
        onPointerEnter={() => onName(one)}
        onPointerLeave={() => onName(null)}
      >
        <rect className={`rp-${one.kind}`} x={left} y={y - 12} width={Math.max(4, width - 1)} height="24" rx="4">
          {one.kind === 'page' ? null : title}
        </rect>
        {width > one.label.length * 12 + 6 && (
          <text x={left + width / 2} y={y + 5} textAnchor="middle" className={`rp-${one.kind}-text`}>
            {one.label}
          </text>
        )}
      </g>
    );
  }
  if (one.kind === 'server') {
    return (
      <path className="rp-server" d={`M${left} ${y - 7}l7 7-7 7-7-7Z`}>
        {title}
      </path>
    );
  }
  if (one.kind === 'consent') {
    return (
      <circle className="rp-consent" cx={left} cy={y} r="6">
        {title}
      </circle>
    );
  }
  return (
    <rect className={one.bad ? 'rp-bad' : `rp-${one.kind}`} x={left - 1.5} y={y - 7} width="4" height="14" rx="1.5">
      {title}
    </rect>
  );
}

const LETTER = 12;

/** The whole name of a block that is too short to hold it, above its lane. */
function Name({ of: one, from, x }: { of: HappeningValue; from: number; x(time: number): number }) {
  const text = `${one.label} ${spanText(one, from)}`;
  const width = text.length * 9 + LETTER;
  const left = Math.min(Math.max(LEFT, x(one.at)), WIDTH - width);
  const top = one.kind === 'page' ? LANE + 2 : 2 * LANE + 2;
  return (
    <g className="rp-name">
      <rect x={left} y={top - 6} width={width} height="20" rx="4" />
      <text x={left + LETTER / 2} y={top + 8}>
        {text}
      </text>
    </g>
  );
}
