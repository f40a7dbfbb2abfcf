import { App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { longTime, shortTimeSeconds } from '../../parts/when.ts';
import { AboutLink } from './about-link.tsx';

interface Props {
  readonly messageNo: string;
  readonly place: string;
  onChanged(): void;
}

/** One message: what it said, its tries, what is done about it. */
export function MessagePanel({ messageNo, place, onChanged }: Props) {
  const { message } = App.useApp();
  const { value: one, problem, reload } = useCall('showMessage', { messageNo });
  const [resending, setResending] = useState(false);
  return (
    <aside className="panel" aria-label="选中的短信">
      <div className="panel-head">
        <h2>{one?.title ?? '短信'}</h2>
        <small>{one?.purposeLabel}</small>
        <span className="space" />
        <small className="num">{place}</small>
      </div>
      <div className="panel-body">
        <LoadProblem problem={problem} onRetry={reload} />
        {one === null && problem === null && <Skeleton active />}
        {one && (
          <>
            <p className="notice-text">{one.text}</p>
            <p className="note">按模板填出，文字以网关里报审的为准</p>
            <dl className="facts">
              <dt>手机号</dt>
              <dd className="num">{one.phoneMasked}</dd>
              <dt>编号</dt>
              <dd className="num">
                <AboutLink about={one.about} />
              </dd>
              <dt>写下</dt>
              <dd className="num">{longTime(one.createdAt)}</dd>
              <dt>状态</dt>
              <dd>
                <StateTag tone={one.tone}>{one.statusLabel}</StateTag> {one.reasonText}
                <Code of={one.reasonCode} />
              </dd>
              {one.nextAt !== null && (
                <>
                  <dt>再发</dt>
                  <dd className="num">{longTime(one.nextAt)}</dd>
                </>
              )}
              <dt>怎么办</dt>
              <dd>{one.advice}</dd>
            </dl>
            <h3 className="notice-tries-head">每一次</h3>
            {one.attempts.length === 0 && <p className="note">还没有发过</p>}
            <ol className="notice-tries">
              {one.attempts.map((attempt) => (
                <li key={attempt.number}>
                  <span className="num">{shortTimeSeconds(attempt.at)}</span> {attempt.answerText}
                  <Code of={attempt.answerCode} />
                  {attempt.receiptText !== null && (
                    <small>
                      <span className="num">{shortTimeSeconds(attempt.receiptAt)}</span> {attempt.receiptText}
                      <Code of={attempt.receiptCode} />
                    </small>
                  )}
                </li>
              ))}
            </ol>
            {one.mayResend && (
              <div className="act">
                <Button onClick={() => setResending(true)}>修好了，重发</Button>
              </div>
            )}
          </>
        )}
      </div>
      {resending && one && (
        <ReasonDialog
          title={`重发：${one.title}`}
          okText="重发"
          label="修好了什么"
          onClose={() => setResending(false)}
          onSend={async (reason) => {
            await call('resendMessage', { messageNo, reason });
            message.success('已放回去发');
            reload();
            onChanged();
          }}
        >
          <p className="dialog-lead">{one.reasonText}。请先确认问题已经修好。</p>
        </ReasonDialog>
      )}
    </aside>
  );
}

/** The gateway's own word, for whoever asks there. */
function Code({ of }: { of: string | null }) {
  return of !== null && <span className="notice-code num">代码 {of}</span>;
}
