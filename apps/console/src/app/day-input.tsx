import 'dayjs/locale/zh-cn';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { Icon } from './icon.tsx';

// Names of months and days, and the week's first day, for every calendar of the console.
dayjs.locale('zh-cn');

/** Shown as the first; what is typed may be any of them. */
const DAY_FORMATS = ['YYYY.MM.DD', 'YYYY-MM-DD', 'YYYYMMDD', 'YYYY.M.D', 'YYYY-M-D', 'YYYY/M/D'];
const MINUTE_FORMATS = ['YYYY.MM.DD HH:mm', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DDTHH:mm', 'YYYY.M.D H:mm', 'YYYY-M-D H:mm'];
const SECOND_FORMATS = ['YYYY.MM.DD HH:mm:ss', 'YYYY-MM-DD HH:mm:ss', ...MINUTE_FORMATS];

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
  /** YYYY-MM-DD; a form gives value and what is told of a change. */
  readonly value?: string;
  /** '' for none */
  onChange?(day: string): void;
}

/** One day: typed (2026.1.5, 20260105) or chosen, with Chinese names whatever the browser's language is. */
export function DayInput({ shown, isTall = false, value, onChange, ...field }: DayProps) {
  const width = shown === undefined ? 136 : 120 + 16 * shown.length;
  return (
    <DatePicker
      {...kitProps(field)}
      size={field.id === undefined && !isTall ? 'small' : 'middle'}
      style={{ width: field.id === undefined ? width : '100%' }}
      format={DAY_FORMATS}
      prefix={shown}
      placeholder="年.月.日"
      value={momentOf(value)}
      onChange={(day) => onChange?.(day?.format('YYYY-MM-DD') ?? '')}
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
  return (
    <DatePicker
      {...kitProps(field)}
      size={isSmall ? 'small' : 'middle'}
      style={{ width: isSmall ? 176 : '100%' }}
      showTime={{ showSecond: hasSeconds }}
      format={hasSeconds ? SECOND_FORMATS : MINUTE_FORMATS}
      placeholder="年.月.日 时:分"
      needConfirm={false}
      value={momentOf(value)}
      onChange={(moment) => onChange(moment?.format(written) ?? '')}
    />
  );
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
    disabled: isDisabled === true,
    suffixIcon: <Icon name="calendar" size={16} />,
  };
}

function momentOf(text: string | undefined) {
  const moment = text ? dayjs(text.replace(' ', 'T')) : null;
  return moment?.isValid() ? moment : null;
}
