import './form.css';
import './date-input.css';
import { EARLIEST_DAY } from '@huimin/domain/date';
import { useState } from 'react';
import { Calendar } from './calendar.tsx';
import type { FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';
import { iconCalendar } from './icons.ts';
import { Sheet } from './sheet.tsx';
import { InputBox } from './text-inputs.tsx';
import { typedDay, typedDayText } from './typed-day.ts';

type DateInputProps = FieldProps & {
  /** `YYYY-MM-DD`, or what has been typed of it so far. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** What is chosen, for the calendar's heading: 出生日期. */
  what: string;
  /** First and last day that can be chosen. */
  min?: string;
  max: string;
  placeholder?: string;
};

/** A day: typed as it stands on the paper, or chosen from a calendar. */
export function DateInput({
  value,
  onChange,
  onBlur,
  what,
  min = EARLIEST_DAY,
  max,
  placeholder = '例如 1962-05-08',
  ...field
}: DateInputProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <InputBox wrong={field['aria-invalid'] === true}>
        <input
          {...field}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className="num"
          placeholder={placeholder}
          value={value}
          onChange={(event) => {
            const text = typedDayText(event.target.value);
            // A keyboard of figures has no dash: eight of them are a day.
            onChange((/^\d{8}$/.test(text) && typedDay(text)) || text);
          }}
          onBlur={() => {
            const day = typedDay(value);
            if (day !== null && day !== value) onChange(day);
            onBlur?.();
          }}
        />
        <button type="button" className="input-button" aria-label={`打开日历，选${what}`} onClick={() => setOpen(true)}>
          <Icon name={iconCalendar} size={22} />
        </button>
      </InputBox>
      <Sheet open={open} title={`选择${what}`} onClose={() => setOpen(false)}>
        <Calendar
          value={typedDay(value)}
          min={min}
          max={max}
          onChoose={(day) => {
            onChange(day);
            setOpen(false);
          }}
        />
      </Sheet>
    </>
  );
}
