import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { longTime } from '../../parts/when.ts';

interface Version {
  readonly version: number;
  readonly approvedAt: string;
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly body: string;
}

interface Props<One extends Version> {
  readonly words: {
    readonly preview: string;
    readonly body: string;
    readonly places: readonly { readonly name: string; readonly example: string }[];
    readonly waiting: boolean;
    readonly versions: readonly One[];
  };
  /** What is waited for where another person has not agreed yet. */
  readonly waitingFor: string;
  readonly changeText: string;
  readonly mayChange: boolean;
  /** Where nothing was changed yet. */
  readonly firstNote: string;
  /** What else there is to say of them. */
  readonly children?: ReactNode;
  /** What else a version is known by. */
  mark?(version: One): ReactNode;
  /** Null: from what counts now. */
  onChange(from: One | null): void;
}

/** What a kind of message says by one way, as it arrives, and the versions before. */
export function TemplateWords<One extends Version>(props: Props<One>) {
  const { words, waitingFor, changeText, mayChange, firstNote, children, mark, onChange } = props;
  return (
    <>
      <p className="notice-text">{words.preview}</p>
      <dl className="facts">
        <dt>正文</dt>
        <dd>{words.body}</dd>
        <dt>变量</dt>
        <dd>{words.places.map(({ name, example }) => `${name}（${example}）`).join('、')}</dd>
      </dl>
      {words.waiting && (
        <p className="note">
          {waitingFor}在等另一个人同意，见 <Link to="/approvals">申请</Link>
        </p>
      )}
      {children}
      {mayChange && !words.waiting && (
        <div className="act">
          <Button onClick={() => onChange(null)}>{changeText}</Button>
        </div>
      )}
      <h3 className="notice-tries-head">用过的版本</h3>
      {words.versions.length === 0 && <p className="note">{firstNote}</p>}
      <ol className="notice-tries">
        {words.versions.map((version, index) => (
          <li key={version.version}>
            <b className="num">v{version.version}</b> {mark?.(version)}{' '}
            <span className="num">{longTime(version.approvedAt)}</span>
            <small>
              {version.askedBy} 申请，{version.approvedBy} 同意
            </small>
            <small>{version.body}</small>
            {index > 0 && mayChange && !words.waiting && (
              <Button type="link" size="small" className="row-link" onClick={() => onChange(version)}>
                回到这一版
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
