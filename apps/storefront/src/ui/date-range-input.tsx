import './form.css';
import './date-input.css';
import { EARLIEST_DAY } from '@huimin/domain/date';
import { DateInput } from './date-input.tsx';
import { FieldError } from './field.tsx';
import { typedDay } from './typed-day.ts';

export interface DateRange {
  readonly from: string;
  readonly to: string;
}

type DateRangeInputProps = {
  id: string;
  legend: string;
  value: DateRange;
  onChange: (value: DateRange) => void;
  min?: string;
  max: string;
  error?: string | null | undefined;
};

/** Two days, the second not before the first. */
export function DateRangeInput({ id, legend, value, onChange, min = EARLIEST_DAY, max, error }: DateRangeInputProps) {
  const from = typedDay(value.from);
  const wrong = error ? true : undefined;
  const describedBy = error ? `${id}-error` : undefined;
  return (
    <fieldset className={error ? 'field field-wrong' : 'field'} id={id}>
      <legend className="field-label">{legend}</legend>
      <div className="date-range">
        <label htmlFor={`${id}-from`}>从</label>
        <DateInput
          id={`${id}-from`}
          aria-invalid={wrong}
          aria-describedby={describedBy}
          what="开始日期"
          placeholder="年-月-日"
          min={min}
          max={max}
          value={value.from}
          onChange={(day) => onChange({ ...value, from: day })}
        />
        <label htmlFor={`${id}-to`}>到</label>
        <DateInput
          id={`${id}-to`}
          aria-invalid={wrong}
          aria-describedby={describedBy}
          what="结束日期"
          placeholder="年-月-日"
          min={from ?? min}
          max={max}
          value={value.to}
          onChange={(day) => onChange({ ...value, to: day })}
        />
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
