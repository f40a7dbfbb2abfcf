import type { HappeningValue } from '@huimin/contract/console';
import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
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
/** Before it is known how wide the panel is. */
const FIRST_WIDTH = 700;
const LEFT = 56;
/** Right of the last moment: its mark and its time need room too. */
const RIGHT = 18;
const LANE = 38;
const HEIGHT = LANES.length * LANE + 30;
/** Of more, the names would run into each other. */
const MOST_NAMED_GAPS = 3;
const ROOM_OF_NAME = 70;
/** A Chinese letter of the drawing is so wide. */
const LETTER = 13;
/** A time that stands further to the right would run over the edge. */
const NEAR_END = 0.96;

/** What happened, by lanes; a click goes there. The list beside it says the same for whoever cannot see it. */
export function Timeline({ from, to, at, happenings, onSeek }: TimelineProps) {
  const length = Math.max(1, to - from);
  const [named, setNamed] = useState<HappeningValue | null>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const width = useWidth(drawing);
  const place = { left: LEFT, width: width - LEFT - RIGHT };
  const { x, timeAt, end, later } = timelineScale({ from, to }, happenings, place);
  const gaps = happenings.filter(({ kind }) => kind === 'gap');
  const press = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const pressed = event.clientX - box.left;
    if (pressed >= LEFT) onSeek(timeAt(pressed));
  };
  const counted = LANES.map(
    ({ title, kinds }) =>
      `${title} ${happenings.filter(({ kind }) => (kinds as readonly string[]).includes(kind)).length} 处`,
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the page and the slider do the same
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
    <svg
      ref={drawing}
      className="rp-timeline"
      height={HEIGHT}
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
            <path d={`M${LEFT} ${y}H${width}`} className="rp-line" />
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
          .map((gap) => <GapLength key={gap.at} {...{ gap, x, width }} />)}
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
          <text x={width} y={HEIGHT - 4} textAnchor="end" className="rp-tick">
            之后 {later.length} 条
          </text>
        </>
      )}
      {named && <Name of={named} {...{ from, x, width }} />}
      <path d={`M${x(at)} 0V${LANES.length * LANE + 4}`} className="rp-head" />
      <circle cx={x(at)} cy="4" r="4" className="rp-head-dot" />
    </svg>
  );
}

/** How many pixels of the window it has: letters and marks are as large in a wide one as in a small one. */
function useWidth(drawing: RefObject<SVGSVGElement | null>): number {
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    const svg = drawing.current;
    if (svg === null) return;
    const measure = () => setWidth(Math.max(FIRST_WIDTH / 2, Math.round(svg.getBoundingClientRect().width)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(svg);
    return () => observer.disconnect();
  }, [drawing]);
  return width;
}

/** How long is missing, beside the stroke; on its left where there is no room. */
function GapLength({ gap, x, width }: { gap: HappeningValue; x(time: number): number; width: number }) {
  const [left, right] = [x(gap.at), x(gap.until ?? gap.at)];
  const onLeft = right > width - ROOM_OF_NAME;
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
        {width > one.label.length * LETTER + 6 && (
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

interface NameProps {
  readonly of: HappeningValue;
  readonly from: number;
  readonly width: number;
  x(time: number): number;
}

/** The whole name of a block that is too short to hold it, above its lane. */
function Name({ of: one, from, x, width }: NameProps) {
  const times = spanText(one, from);
  const text = `${one.label} ${times}`;
  const long = one.label.length * LETTER + times.length * 8 + 2 * LETTER;
  const left = Math.min(Math.max(LEFT, x(one.at)), width - long);
  const top = one.kind === 'page' ? LANE + 2 : 2 * LANE + 2;
  return (
    <g className="rp-name">
      <rect x={left} y={top - 6} width={long} height="20" rx="4" />
      <text x={left + LETTER / 2} y={top + 8}>
        {text}
      </text>
    </g>
  );
}
