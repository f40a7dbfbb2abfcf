import { Button } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import './board.css';

interface Props {
  readonly title: string;
  readonly note?: ReactNode;
  readonly legend?: ReactNode;
  /** The same as numbers. */
  readonly table?: ReactNode;
  readonly children: ReactNode;
}

/** One picture, which can be read as a table instead. */
export function BoardPanel({ title, note, legend, table, children }: Props) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <small>{note}</small>}
        <span className="space" />
        {!asTable && legend}
        {table !== undefined && (
          <Button
            type="link"
            size="small"
            aria-pressed={asTable}
            aria-label={`${asTable ? '看图' : '看表格'}：${title}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? '看图' : '看表格'}
          </Button>
        )}
      </div>
      {asTable ? table : children}
    </section>
  );
}
