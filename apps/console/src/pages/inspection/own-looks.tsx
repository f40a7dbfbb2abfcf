import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { dottedDays, shortTime } from '../../parts/when.ts';
import { today } from '../orders/time-words.ts';

/** What was done and with what; the words that end the one and begin the other stand there once. */
function lookText({ title, subject }: { title: string; subject: string }): string {
  for (let shared = subject.length; shared > 1; shared -= 1)
    if (title.endsWith(subject.slice(0, shared))) return `${title}${subject.slice(shared)}`;
  return `${title} ${subject}`;
}

/** What was looked at last; `shown` says what the page shows now: another look is in the list then. */
export function OwnLooks({ shown }: { readonly shown: string }) {
  const { value, reload } = useCall('listOwnLooks', {});
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) reload();
    before.current = shown;
  }, [shown, reload]);
  return (
    <section className="panel" aria-label="我的查看记录">
      <div className="panel-head">
        <h2>我的查看记录</h2>
        <span className="state-tag state-tag-success">写入审计日志</span>
        <span className="space" />
        <Link to="/inspection/looks">全部</Link>
      </div>
      <ol className="looks">
        {(value?.looks ?? []).slice(0, 5).map((look) => (
          <li key={look.number}>
            <span className="num">{look.at.slice(0, 10) === today() ? look.at.slice(11, 19) : shortTime(look.at)}</span>
            <span>
              <b>{lookText(look)}</b>
              <small title={dottedDays(look.detail)}>{dottedDays(look.detail)}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
