import type { ShareByValue } from '@huimin/contract/console';

interface Props {
  readonly title: string;
  readonly shares: readonly ShareByValue[];
  /** What stands there when there are none. */
  readonly emptyText: string;
}

/** Shares as bars beside their numbers; the greatest stands out. */
export function ShareBars({ title, shares, emptyText }: Props) {
  const most = Math.max(...shares.map(({ share }) => share), 0);
  return (
    <section className="panel" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
      </div>
      {shares.length === 0 ? (
        <p className="few">{emptyText}</p>
      ) : (
        <ul className="share-bars">
          {shares.map(({ name, share }, index) => (
            <li key={name}>
              <span>{name}</span>
              <span className="share-bar" aria-hidden="true">
                <i
                  className={share === most && most > 0 && shares.length > 1 && index < 2 ? 'share-most' : undefined}
                  style={{ width: `${most === 0 ? 0 : (share / most) * 95}%` }}
                />
              </span>
              <span className="num">{(share * 100).toFixed(1)}%</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
