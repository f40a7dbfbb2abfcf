import { Icon } from '../app/icon.tsx';
import { lasting, roughly } from '../pages/orders/time-words.ts';

interface Props {
  readonly dueAt: string;
  readonly now: string;
  /** From when on it is urgent. */
  readonly soonMs: number;
  /** Before the time where no heading says that it is what is left: 还有. */
  readonly lead?: string;
}

/** How long there is until something has to be decided. */
export function TimeLeft({ dueAt, now, soonMs, lead = '' }: Props) {
  const left = Date.parse(dueAt) - Date.parse(now);
  const tone = left < 0 ? 'bad' : left < soonMs ? 'warn' : 'plain';
  return (
    <span className={`state state-${tone}`}>
      <Icon name="clock" size={16} />
      {left < 0 ? `过了 ${roughly(-left)}` : `${lead}${lasting(left)}`}
    </span>
  );
}
