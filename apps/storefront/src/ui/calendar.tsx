import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { iconChevronRight } from './first-icons.ts';
import { Icon } from './icon.tsx';
import { iconChevronLeft } from './icons.ts';
import { dayText, monthDays } from './typed-day.ts';

type Props = {
  value: string | null;
  min: string;
  max: string;
  onChoose: (day: string) => void;
};

type Shown = { readonly year: number; readonly month: number; readonly view: 'years' | 'months' | 'days' };

const YEARS_SHOWN = 24;
const WEEK = ['一', '二', '三', '四', '五', '六', '日'];
const partsOf = (day: string) => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) });

/** A day in three steps without turning a wheel: year, month, day. With a day already chosen it starts at its month. */
export function Calendar({ value, min, max, onChoose }: Props) {
  const start = value !== null && value >= min && value <= max ? value : null;
  const [shown, setShown] = useState<Shown>(() => ({ ...partsOf(start ?? max), view: start ? 'days' : 'years' }));
  const [first, last] = [partsOf(min), partsOf(max)];
  const { year, month, view } = shown;
  const pageStart = last.year - (Math.floor((last.year - year) / YEARS_SHOWN) + 1) * YEARS_SHOWN + 1;

  if (view === 'years') {
    return (
      <div>
        <Head
          text={`${Math.max(pageStart, first.year)} - ${pageStart + YEARS_SHOWN - 1} 年`}
          what={`${YEARS_SHOWN} 年`}
          before={
            pageStart > first.year && (() => setShown({ ...shown, year: Math.max(first.year, year - YEARS_SHOWN) }))
          }
          after={
            pageStart + YEARS_SHOWN <= last.year &&
            (() => setShown({ ...shown, year: Math.min(last.year, year + YEARS_SHOWN) }))
          }
        />
        <Choices
          label="年"
          columns={4}
          items={Array.from({ length: YEARS_SHOWN }, (_, index) => pageStart + index).map((one) => ({
            key: one,
            text: String(one),
            label: `${one} 年`,
            chosen: start !== null && one === partsOf(start).year,
            free: one >= first.year && one <= last.year,
          }))}
          onChoose={(one) => setShown({ ...shown, year: one, view: 'months' })}
        />
      </div>
    );
  }
  if (view === 'months') {
    return (
      <div>
        <Head text={`${year} 年`} onUp={() => setShown({ ...shown, view: 'years' })} />
        <Choices
          label={`${year} 年的月份`}
          columns={4}
          items={Array.from({ length: 12 }, (_, index) => index + 1).map((one) => ({
            key: one,
            text: `${one} 月`,
            label: `${year} 年 ${one} 月`,
            chosen: start !== null && start.slice(0, 7) === dayText(year, one, 1).slice(0, 7),
            free: dayText(year, one, 31) >= min && dayText(year, one, 1) <= max,
          }))}
          onChoose={(one) => setShown({ year, month: one, view: 'days' })}
        />
      </div>
    );
  }
  const move = (by: number) => {
    const months = year * 12 + month - 1 + by;
    setShown({ year: Math.floor(months / 12), month: (months % 12) + 1, view: 'days' });
  };
  return (
    <div>
      <Head
        text={`${year} 年 ${month} 月`}
        what="个月"
        onUp={() => setShown({ ...shown, view: 'years' })}
        before={dayText(year, month, 1) > min && (() => move(-1))}
        after={dayText(year, month, 31) < max && (() => move(1))}
      />
      <div className="calendar-week" aria-hidden="true">
        {WEEK.map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
      <Choices
        label={`${year} 年 ${month} 月`}
        columns={7}
        items={monthDays(year, month).map((day, index) => ({
          key: day ?? -index,
          text: day === null ? '' : String(day),
          label: `${year} 年 ${month} 月 ${day} 日`,
          chosen: day !== null && dayText(year, month, day) === start,
          free: day !== null && dayText(year, month, day) >= min && dayText(year, month, day) <= max,
        }))}
        onChoose={(day) => onChoose(dayText(year, month, day))}
      />
    </div>
  );
}

type HeadProps = {
  text: string;
  /** What the arrows move by. */
  what?: string;
  /** Goes back to the years. */
  onUp?: () => void;
  before?: false | (() => void);
  after?: false | (() => void);
};

function Head({ text, what, onUp, before, after }: HeadProps) {
  return (
    <div className="calendar-head">
      {before ? (
        <button type="button" className="calendar-arrow" aria-label={`往前一${what}`} onClick={before}>
          <Icon name={iconChevronLeft} size={22} />
        </button>
      ) : (
        <span className="calendar-arrow" />
      )}
      <p className="calendar-title num" aria-live="polite">
        {text}
        {onUp && (
          <button type="button" className="link" onClick={onUp}>
            换一年
          </button>
        )}
      </p>
      {after ? (
        <button type="button" className="calendar-arrow" aria-label={`往后一${what}`} onClick={after}>
          <Icon name={iconChevronRight} size={22} />
        </button>
      ) : (
        <span className="calendar-arrow" />
      )}
    </div>
  );
}

type Item = { key: number; text: string; label: string; chosen: boolean; free: boolean };
type ChoicesProps = { label: string; columns: 4 | 7; items: readonly Item[]; onChoose: (key: number) => void };

/** Buttons in rows; one of them is in the tab order, the arrow keys lead to the others. */
function Choices({ label, columns, items, onChoose }: ChoicesProps) {
  const place = useRef<HTMLDivElement>(null);
  const free = items.filter((item) => item.free);
  const preferred = free.find((item) => item.chosen)?.key ?? free[0]?.key;
  const [at, setAt] = useState(preferred);
  const current = free.some((item) => item.key === at) ? at : preferred;
  // A keyboard user goes on where the step before was taken.
  useEffect(() => {
    if (place.current && document.activeElement === document.body) {
      place.current.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
    }
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = items.findIndex((item) => item.key === current) + step;
    const next = items[index];
    if (!next?.free) return;
    setAt(next.key);
    place.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, no form fields
    <div
      className={columns === 7 ? 'calendar-grid calendar-days' : 'calendar-grid'}
      role="group"
      aria-label={label}
      ref={place}
      onKeyDown={onKeyDown}
    >
      {items.map((item) =>
        item.text === '' ? (
          <span key={item.key} />
        ) : (
          <button
            key={item.key}
            type="button"
            className="num"
            data-key={item.key}
            aria-label={item.label}
            aria-pressed={item.chosen}
            disabled={!item.free}
            tabIndex={item.key === current ? 0 : -1}
            onClick={() => onChoose(item.key)}
          >
            {item.text}
          </button>
        ),
      )}
    </div>
  );
}
