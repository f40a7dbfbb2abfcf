import type { PersonViewValue } from '@huimin/contract/console';
import { RIGHT_LABELS } from '@huimin/domain/account';
import { Link } from 'react-router';
import { useSelf } from '../../app/self.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { shortTime, writtenDay } from '../../parts/when.ts';

/** What this person asked for about what is held of them, right by right; handled on a page of its own. */
export function RightsPart({ rights }: { rights: NonNullable<PersonViewValue['rights']> }) {
  const { may } = useSelf();
  const { requests, marketing } = rights;
  return (
    <>
      <div className="panel-head">
        <h2 id="pe-rights">本人的权利</h2>
        <span className="space" />
        {may('rights.view') && requests.length > 0 && (
          <Link to={requests.some(({ open }) => open) ? '/rights' : '/rights?which=done'}>
            {requests.some(({ open }) => open) ? '去办' : '看答复'}
          </Link>
        )}
      </div>
      <ul className="pe-rows panel-body" aria-labelledby="pe-rights">
        <li>
          <span>查看、导出</span>
          <span>本人自己看、自己下载</span>
        </li>
        {Object.entries(RIGHT_LABELS).map(([right, label]) => {
          const asked = requests.find((one) => one.right === right);
          return (
            <li key={right}>
              <span>{label}</span>
              {asked ? (
                <span>
                  <span className="num">{shortTime(asked.askedAt)}</span>{' '}
                  <StateTag tone={asked.tone}>{asked.statusLabel}</StateTag>
                  {asked.open && (
                    <span className="num">
                      {' '}
                      {asked.late ? '已过期限 ' : ''}
                      {writtenDay(asked.dueAt)} 前答复
                    </span>
                  )}
                </span>
              ) : (
                <span>没有申请过</span>
              )}
            </li>
          );
        })}
        <li>
          <span>营销短信</span>
          <span>{marketing === null ? '没有自己的账户' : marketing ? '没有关' : '已关'}</span>
        </li>
      </ul>
    </>
  );
}
