import 'dayjs/locale/zh-cn';
import { beijingDateTime } from '@huimin/domain/date';
import { DatePicker, type DatePickerProps } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { useState } from 'react';
import { serverNow } from '../api/server-clock.ts';
import { Icon } from './icon.tsx';

dayjs.extend(customParseFormat);

// Names of months and days, and the week's first day, for every calendar of the console.
dayjs.locale('zh-cn');

// By this the kit asks for the moment that “今天” and “此刻” stand for: the server's, in Beijing, not the desk's.
dayjs.extend((_options, moment) => {
  Object.assign(moment.prototype, { tz: () => dayjs(beijingDateTime(serverNow())) });
});

/** Shown as the first; what is typed may be any of them, and none begins as another does. */
const DAY_FORMATS = ['YYYY.MM.DD', 'YYYY-MM-DD', 'YYYY/MM/DD', 'YYYYMMDD'];
const SHORTER_DAYS = ['YYYY.M.D', 'YYYY-M-D', 'YYYY/M/D', 'YYYY年M月D日'];
const MINUTE_FORMATS = ['YYYY.MM.DD HH:mm', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DDTHH:mm', 'YYYY.M.D H:mm', 'YYYY-M-D H:mm'];
const SECOND_FORMATS = ['YYYY.MM.DD HH:mm:ss', 'YYYY-MM-DD HH:mm:ss'];
const SHORTER_MINUTES = ['YYYY/M/D H:mm', 'YYYYMMDD HHmm', 'YYYYMMDD HH:mm', 'YYYY年M月D日 H:mm'];
const SHORTER_SECONDS = ['YYYY.M.D H:mm:ss', 'YYYY-M-D H:mm:ss', 'YYYY/M/D H:mm:ss'];

interface FieldProps {
  /** Where no label element names it. */
  readonly label?: string;
  readonly id?: string;
  readonly isDisabled?: boolean;
  readonly status?: 'error';
  readonly describedBy?: string;
  /** What stands there has not been chosen, or there is no doing without: nothing offers to take it away. */
  readonly isGiven?: boolean;
  /** Told what was typed and is no day or time; '' once it is one. Without it what stood there comes back. */
  onUnread?(text: string): void;
}

interface DayProps extends FieldProps {
  /** What of the label is seen, inside the field; nothing where words stand beside it. */
  readonly shown?: string;
  /** As high as the fields that it stands in one row with. */
  readonly isTall?: boolean;
  /** YYYY-MM-DD; a form gives value and what is told of a change. */
  readonly value?: string;
  /** '' for none */
  onChange?(day: string): void;
}

/** One day: typed (2026.1.5, 20260105) or chosen, with Chinese names whatever the browser's language is. */
export function DayInput({ shown, isTall = false, value, onChange, ...field }: DayProps) {
  const width = shown === undefined ? 136 : 120 + 16 * shown.length;
  const take = taker('YYYY-MM-DD', value, onChange);
  return (
    <DatePicker
      {...kitProps(field)}
      {...typed(DAY_FORMATS, SHORTER_DAYS, take, field.onUnread)}
      size={field.id === undefined && !isTall ? 'small' : 'middle'}
      style={{ width: field.id === undefined ? width : '100%' }}
      format={DAY_FORMATS}
      prefix={shown}
      placeholder="年.月.日"
      value={momentOf(value)}
      onChange={take}
    />
  );
}

interface MomentProps extends FieldProps {
  /** `YYYY-MM-DD HH:mm` or with seconds, Beijing time; '' for none. A form gives it, and what is told of a change. */
  readonly value?: string;
  readonly hasSeconds?: boolean;
  readonly isSmall?: boolean;
  onChange?(moment: string): void;
}

/** A day and a time of day, typed or chosen, in the same form as `value`. */
export function MomentInput({ value, hasSeconds = false, isSmall = false, onChange, ...field }: MomentProps) {
  const written = hasSeconds ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD HH:mm';
  const take = taker(written, value, onChange);
  const formats = hasSeconds ? SECOND_FORMATS : MINUTE_FORMATS;
  const others = hasSeconds ? [...MINUTE_FORMATS, ...SHORTER_MINUTES, ...SHORTER_SECONDS] : SHORTER_MINUTES;
  return (
    <DatePicker
      {...kitProps(field)}
      {...typed(formats, others, take, field.onUnread)}
      size={isSmall ? 'small' : 'middle'}
      style={{ width: isSmall ? 176 : '100%' }}
      showTime={{ showSecond: hasSeconds }}
      format={formats}
      placeholder="年.月.日 时:分"
      needConfirm={false}
      value={momentOf(value)}
      onChange={take}
    />
  );
}

/** Hands on a moment in the form in which it is kept, where it is another one: the kit tells once more what was taken already. */
function taker(written: string, value: string | undefined, onChange: ((moment: string) => void) | undefined) {
  const now = momentOf(value)?.format(written) ?? '';
  return (moment: dayjs.Dayjs | null) => {
    const next = moment?.format(written) ?? '';
    if (next !== now) onChange?.(next);
  };
}

/**
 * Takes what is typed when the field is left or Enter is pressed. Taken at once 2026.12.3 would be written anew as 2026.12.03,
 * and could not become 2026.12.31 any more; and the kit takes it only after the button that was pressed next has sent the
 * moment that stood there before.
 */
function typed(
  shown: readonly string[],
  formats: readonly string[],
  take: (moment: dayjs.Dayjs) => void,
  onUnread?: (text: string) => void,
): Pick<DatePickerProps, 'onBlur' | 'onKeyDown'> {
  const read = (text: string, by: readonly string[]) =>
    by.map((format) => dayjs(text, format, true)).find((moment) => moment.isValid());
  const look = (field: EventTarget) => {
    if (!(field instanceof HTMLInputElement)) return;
    const text = field.value.normalize('NFKC').trim();
    const found = read(text, shown) ?? read(text, formats);
    if (found !== undefined) take(found);
    onUnread?.(text === '' || found !== undefined ? '' : text);
  };
  return {
    onBlur: ({ target }) => look(target),
    onKeyDown: ({ key, target }) => {
      if (key === 'Enter') look(target);
    },
  };
}

/** What to say of a text that is no day, or no day with a time of day. */
export const unreadSentence = (text: string, hasTime: boolean): string =>
  `“${text}”不是${hasTime ? '日期和时间，请写成 2027.12.31 23:59' : '日期，请写成 2027.12.31'}`;

interface MomentFieldProps {
  readonly id: string;
  readonly value: string;
  /** What was refused about it; '' for nothing. */
  readonly problem: string;
  onChange(moment: string): void;
}

/** The same, with what is wrong with it below. */
export function MomentField({ id, value, problem, onChange }: MomentFieldProps) {
  const problemId = `${id}-problem`;
  const [unread, setUnread] = useState('');
  const said = unread === '' ? problem : unreadSentence(unread, true);
  const isWrong = said !== '';
  return (
    <>
      <MomentInput
        {...{ id, value, onChange }}
        // The time that stood there before is not what is wanted.
        onUnread={(text) => {
          setUnread(text);
          if (text !== '') onChange('');
        }}
        status={isWrong ? 'error' : undefined}
        describedBy={isWrong ? problemId : undefined}
      />
      {isWrong && (
        <p className="field-problem" id={problemId} role="alert">
          {said}
        </p>
      )}
    </>
  );
}

/** The calendar opens at its field's edge, above it where there is no room below, and never reaches beyond a phone's. */
const INTO_THE_WINDOW = { adjustX: 1, adjustY: 1, shiftX: true } as const;

function kitProps({ label, id, isDisabled, status, describedBy, isGiven = false }: FieldProps) {
  return {
    ...{ 'aria-label': label, id, status, 'aria-describedby': describedBy },
    className: 'num',
    allowClear: !isGiven,
    // A pointer that rests where the calendar opens would put its day in place of what is being typed.
    previewValue: false as const,
    popupAlign: { overflow: INTO_THE_WINDOW },
    disabled: isDisabled === true,
    suffixIcon: <Icon name="calendar" size={16} />,
  };
}

function momentOf(text: string | undefined) {
  const moment = text ? dayjs(text.replace(' ', 'T')) : null;
  return moment?.isValid() ? moment : null;
}
