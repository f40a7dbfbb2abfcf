import './change.css';
import type { ChangeValue } from '@huimin/contract';
import { Icon, iconArrowRight } from '../../ui/index.ts';

/** What becomes what, field by field. */
export function BeforeAfter({ items }: Pick<ChangeValue, 'items'>) {
  return (
    <>
      {items.map(({ field, label, before, after }) => (
        <div className="change-item" key={field}>
          <h3>{label}</h3>
          <div className="change-both">
            <div>
              <small>原来</small>
              <del>{before}</del>
            </div>
            <Icon name={iconArrowRight} />
            <div>
              <small>改成</small>
              <b>{after}</b>
            </div>
          </div>
        </div>
      ))}
    </>
  );
}
