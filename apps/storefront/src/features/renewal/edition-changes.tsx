import './edition-changes.css';

interface Props {
  readonly changes: readonly { readonly title: string; readonly before: string; readonly after: string }[];
  /** What the former year is called: 去年, 以前. */
  readonly formerly: string;
}

/** What differs between two editions, line by line. */
export function EditionChanges({ changes, formerly }: Props) {
  return (
    <dl className="changes">
      {changes.map(({ title, before, after }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <span>
              {formerly}：{before}
            </span>
            <b>这次：{after}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}
