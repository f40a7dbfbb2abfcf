import type { PageDeskValue } from '@huimin/contract/console';
import { compareLines } from '@huimin/domain/page-versions';
import { App, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { call, sentenceOf } from '../../api/client.ts';
import { MomentField } from '../../app/day-input.tsx';
import { Icon } from '../../app/icon.tsx';
import { ReviewSteps } from '../../parts/review-steps.tsx';
import { scheduledOr } from '../../parts/scheduled-or.ts';
import { useFailingChecks } from '../../parts/use-failing-checks.tsx';
import { shortTime } from '../../parts/when.ts';
import { shortHash } from './short-hash.ts';

interface SideProps {
  readonly desk: PageDeskValue;
  /** How many of the changes were looked at. */
  readonly seen: number;
  onChanged(): void;
}

export function PageSide({ desk, seen, onChanged }: SideProps) {
  const { draft, live, versions, checks } = desk;
  const passed = checks.filter(({ problem }) => problem === null).length;
  const shown = draft ?? live;
  const influence = draft ? `发布后新打开的人看 v${draft.version}` : live ? '居民现在看的就是这一版' : '居民还看不到';
  const registered = draft ? '发布时先入库' : versions[0]?.isRegistered ? '已入库' : '还没入库，居民看不到';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <aside className="pg-side" tabIndex={0} aria-label="这一版、检查和审批">
      <section className="panel" aria-label="这一版">
        <div className="panel-head">
          <h2>这一版</h2>
        </div>
        <dl className="pg-facts">
          <dt>哈希</dt>
          <dd className="num">{shown ? `SHA-256 ${shortHash(shown.sha256)}` : '—'}</dd>
          {draft && (
            <>
              <dt>改稿</dt>
              <dd>
                {draft.savedBy} <span className="num">{shortTime(draft.savedAt)}</span>
              </dd>
            </>
          )}
          <dt>原因</dt>
          <dd>{(draft ? draft.reason : versions[0]?.reason) || '—'}</dd>
          <dt>影响</dt>
          <dd>{influence}</dd>
          <dt>强制阅读</dt>
          <dd>{desk.required ? '读到末尾才能继续' : '不强制'}</dd>
          <dt>存证库</dt>
          <dd>{shown ? registered : '—'}</dd>
        </dl>
      </section>
      <section className="panel" aria-label="发布检查">
        <div className="panel-head">
          <h2>发布检查</h2>
          <span className="space" />
          {shown ? (
            <span className={`pg-count num ${passed === checks.length ? 'pg-good' : 'pg-bad'}`}>
              {passed} / {checks.length}
            </span>
          ) : (
            <small>写好以后检查</small>
          )}
        </div>
        <ul className="pg-checks">
          {checks.map(({ label, problem }) => (
            <li key={label}>
              <span className={`state ${problem === null ? 'state-good' : 'state-bad'}`}>
                <Icon name={problem === null ? 'check' : 'warn'} size={16} />
                {label}
              </span>
              {problem !== null && <p>{problem}</p>}
            </li>
          ))}
        </ul>
      </section>
      {draft && <Review desk={desk} draft={draft} seen={seen} onChanged={onChanged} />}
    </aside>
  );
}

type Draft = NonNullable<PageDeskValue['draft']>;

function Review({ desk, draft, seen, onChanged }: SideProps & { readonly draft: Draft }) {
  const { message } = App.useApp();
  const id = useId();
  const [note, setNote] = useState('');
  const [at, setAt] = useState(() => scheduledOr(draft.publishAt));
  const [atProblem, setAtProblem] = useState('');
  const [sending, setSending] = useState(false);
  const unlessFailing = useFailingChecks();
  const { edition, key, may, agreements } = desk;
  const failing = desk.checks.flatMap(({ label, problem }) => (problem === null ? [] : [`${label}：${problem}`]));
  const { revision } = draft;
  const run = async (done: string, what: () => Promise<unknown>) => {
    setSending(true);
    try {
      await what();
      message.success(done);
      setNote('');
      onChanged();
    } catch (fault) {
      message.error(sentenceOf(fault));
    }
    setSending(false);
  };
  const changes = compareLines(
    ((desk.live ?? desk.former)?.lines ?? []).map(({ text }) => text),
    draft.lines.map(({ text }) => text),
  ).filter(({ isSame }) => !isSame).length;
  const unseen = Math.max(changes - seen, 0);
  const schedule = async () => {
    setSending(true);
    try {
      await call('schedulePage', { edition, key, revision, at });
      message.success('已定时');
      onChanged();
    } catch (fault) {
      setAtProblem(sentenceOf(fault));
    }
    setSending(false);
  };
  const toLook = changes === 0 ? '没有改动，看过全文再点' : `已看 ${changes - unseen} / ${changes} 处改动，看完才能点`;
  const decide = (agree: boolean) =>
    run(agree ? '已通过' : '已退回', () =>
      call('decidePageDraft', { edition, key, revision, agree, ...(note.trim() === '' ? {} : { note: note.trim() }) }),
    );
  return (
    <section className="panel" aria-label="审批">
      <div className="panel-head">
        <h2>审批</h2>
        <small>合规和经纪公司各一位，不能是改稿人</small>
      </div>
      <ReviewSteps
        agreements={agreements}
        status={draft.state.status}
        waitsFor={may.whyNotDecide ?? (may.decide ? toLook : '')}
        publishAt={draft.publishAt}
      >
        {draft.note !== null && (
          <li className="state-bad">
            <Icon name="info" />
            <span>
              <b>{draft.state.status === 'editing' ? `退回：${draft.note}` : draft.note}</b>
            </span>
          </li>
        )}
      </ReviewSteps>
      <div className="pg-acts">
        {may.decide && (
          <div className="pg-act">
            <label htmlFor={id}>审批意见</label>
            <Input
              id={id}
              placeholder="退回时必填"
              maxLength={200}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
            <div>
              <Button loading={sending} onClick={() => decide(false)}>
                退回
              </Button>
              <span className="space" />
              <Button
                type="primary"
                loading={sending}
                disabled={unseen > 0 || may.whyNotDecide !== null}
                onClick={() => decide(true)}
              >
                {unseen > 0 ? `通过，还有 ${unseen} 处没看` : '通过'}
              </Button>
            </div>
          </div>
        )}
        {may.submit && (
          <div className="pg-act">
            <Button
              type="primary"
              loading={sending}
              onClick={() =>
                unlessFailing(failing, () =>
                  run('已提交审批', () => call('submitPageDraft', { edition, key, revision })),
                )
              }
            >
              提交审批
            </Button>
          </div>
        )}
        {may.schedule && (
          <div className="pg-act">
            <label htmlFor={id}>生效时间（北京时间）</label>
            <MomentField
              id={id}
              value={at}
              problem={atProblem}
              onChange={(moment) => {
                setAt(moment);
                setAtProblem('');
              }}
            />
            <Button type="primary" loading={sending} disabled={at.length !== 16} onClick={schedule}>
              {draft.publishAt ? '改发布时间' : '到时发布'}
            </Button>
            {draft.publishAt && (
              <Button
                loading={sending}
                onClick={() =>
                  run('已取消定时，审批还算', () => call('schedulePage', { edition, key, revision, at: null }))
                }
              >
                取消定时
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
