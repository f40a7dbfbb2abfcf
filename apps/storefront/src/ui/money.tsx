import './controls.css';
import { formatYuan } from '@huimin/domain/money';

/** A sum in red: ¥1,234.00. `size` `large` for the bottom bar. */
export function Money({ fen, size = 'normal' }: { fen: number; size?: 'normal' | 'large' }) {
  return (
    <span className={size === 'large' ? 'money money-large' : 'money'}>
      <i>¥</i>
      {formatYuan(fen)}
    </span>
  );
}
