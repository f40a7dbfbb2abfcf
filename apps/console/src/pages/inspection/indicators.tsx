import type { IndicatorValue } from '@huimin/contract/console';
import { Skeleton } from 'antd';
import { Icon } from '../../app/icon.tsx';

/** The figures of conduct, each with what it is held against. */
export function Indicators({ indicators, loading }: { indicators: readonly IndicatorValue[]; loading: boolean }) {
  if (indicators.length === 0) {
    return loading ? (
      <div className="panel panel-body" aria-busy="true">
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      </div>
    ) : null;
  }
  return (
    <ul className="kpi-strip is-wide" aria-label="销售行为指标" aria-busy={loading}>
      {indicators.map(({ name, value, standing, note, counted }) => (
        <li key={name} className="kpi-strip-one" title={counted}>
          <span className="kpi-label">{name}</span>
          <b className="kpi-value">{value}</b>
          <span className={`state state-${standing === 'none' ? 'plain' : standing}`}>
            {standing !== 'none' && <Icon name={standing === 'good' ? 'check' : 'warn'} size={16} />}
            {note}
          </span>
          <span className="sr-only">。{counted}</span>
        </li>
      ))}
    </ul>
  );
}
