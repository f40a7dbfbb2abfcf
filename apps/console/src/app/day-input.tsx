import 'dayjs/locale/zh-cn';
import { DatePicker, type DatePickerProps } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { Icon } from './icon.tsx';

dayjs.extend(customParseFormat);

// Names of months and days, and the week's first day, for every calendar of the console.
dayjs.locale('zh-cn');

/** Shown as the first; what is typed may be any of them, and none begins as another does. */
const DAY_FORMATS = ['YYYY.MM.DD', 'YYYY-MM-DD', 'YYYY/MM/DD', 'YYYYMMDD'];
const SHORTER_DAYS = ['YYYY.M.D', 'YYYY-M-D', 'YYYY/M/D'];
const MINUTE_FORMATS = ['YYYY.MM.DD HH:mm', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DDTHH:mm', 'YYYY.M.D H:mm', 'YYYY-M-D H:mm'];
const SECOND_FORMATS = ['YYYY.MM.DD HH:mm:ss', 'YYYY-MM-DD HH:mm:ss'];

interface FieldProps {
  /** Where no label element names it. */
  readonly label?: string;
  readonly id?: string;
  readonly isDisabled?: boolean;
  readonly status?: 'error';
  readonly describedBy?: string;
}

interface DayProps extends FieldProps {
  /** What of the label is seen, inside the field; nothing where words stand beside it. */
  readonly shown?: string;
  /** As high as the fields that it stands in one row with. */
  readonly isTall?: boolean;
  /** What stands there has not been chosen, or there is no doing without: nothing offers to take it away. */
  readonly isGiven?: boolean;
  /** YYYY-MM-DD; a form gives value and what is told of a change. */
  readonly value?: string;
  /** '' for none */
  onChange?(day: string): void;
}

/** One day: typed (2026.1.5, 20260105) or chosen, with Chinese names whatever the browser's language is. */
export function DayInput({ shown, isTall = false, isGiven = false, value, onChange, ...field }: DayProps) {
  const width = shown === undefined ? 136 : 120 + 16 * shown.length;
  const take = (day: dayjs.Dayjs | null) => onChange?.(day?.format('YYYY-MM-DD') ?? '');
  return (
    <DatePicker
      {...kitProps(field)}
      {...shorter(SHORTER_DAYS, take)}
      size={field.id === undefined && !isTall ? 'small' : 'middle'}
      style={{ width: field.id === undefined ? width : '100%' }}
      format={DAY_FORMATS}
      allowClear={!isGiven}
      prefix={shown}
      placeholder="年.月.日"
      value={momentOf(value)}
      onChange={take}
    />
  );
}

interface MomentProps extends FieldProps {
  /** `YYYY-MM-DD HH:mm` or with seconds, Beijing time; '' for none */
  readonly value: string;
  readonly hasSeconds?: boolean;
  readonly isSmall?: boolean;
  onChange(moment: string): void;
}

/** A day and a time of day, typed or chosen, in the same form as `value`. */
export function MomentInput({ value, hasSeconds = false, isSmall = false, onChange, ...field }: MomentProps) {
  const written = hasSeconds ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD HH:mm';
  const take = (moment: dayjs.Dayjs | null) => onChange(moment?.format(written) ?? '');
  return (
    <DatePicker
      {...kitProps(field)}
      {...shorter(hasSeconds ? MINUTE_FORMATS : [], take)}
      size={isSmall ? 'small' : 'middle'}
      style={{ width: isSmall ? 176 : '100%' }}
      showTime={{ showSecond: hasSeconds }}
      format={hasSeconds ? SECOND_FORMATS : MINUTE_FORMATS}
      placeholder="年.月.日 时:分"
      needConfirm={false}
      value={momentOf(value)}
      onChange={take}
    />
  );
}

/**
 * Takes what is typed in a shorter form when the field is left or Enter is pressed. Taken at once 2026.12.3 would be written
 * anew as 2026.12.03, and could not become 2026.12.31 any more.
 */
function shorter(
  formats: readonly string[],
  take: (moment: dayjs.Dayjs) => void,
): Pick<DatePickerProps, 'onBlur' | 'onKeyDown'> {
  const look = (field: EventTarget) => {
    const text = field instanceof HTMLInputElement ? field.value.trim() : '';
    const found = formats.map((format) => dayjs(text, format, true)).find((moment) => moment.isValid());
    if (found !== undefined) take(found);
  };
  return {
    onBlur: ({ target }) => look(target),
    onKeyDown: ({ key, target }) => {
      if (key === 'Enter') look(target);
    },
  };
}

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
  const isWrong = problem !== '';
  return (
    <>
      <MomentInput
        {...{ id, value, onChange }}
        status={isWrong ? 'error' : undefined}
        describedBy={isWrong ? problemId : undefined}
      />
      {isWrong && (
        <p className="field-problem" id={problemId} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function kitProps({ label, id, isDisabled, status, describedBy }: FieldProps) {
  return {
    ...{ 'aria-label': label, id, status, 'aria-describedby': describedBy },
    className: 'num',
    // A pointer that rests where the calendar opens would put its day in place of what is being typed.
    previewValue: false as const,
    disabled: isDisabled === true,
    suffixIcon: <Icon name="calendar" size={16} />,
  };
}

function momentOf(text: string | undefined) {
  const moment = text ? dayjs(text.replace(' ', 'T')) : null;
  return moment?.isValid() ? moment : null;
}
