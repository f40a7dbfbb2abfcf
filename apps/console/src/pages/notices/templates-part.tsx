import type { TextTemplateValue } from '@huimin/contract/console';
import { filledText, templateProblems } from '@huimin/domain/text-message';
import { App, Button, Input, Modal, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';

/** What each kind of message says, as it arrives, and the versions before. */
export function TemplatesPart() {
  const { may } = useSelf();
  const address = useAddressFilter('before');
  const { value, problem, loading, reload } = useCall('listTextTemplates', {});
  const [changing, setChanging] = useState<Draft | null>(null);
  const chosen =
    value?.templates.find(({ messageKind }) => messageKind === address.given('kind')) ?? value?.templates[0];
  const begin = (one: TextTemplateValue, from: Pick<TextTemplateValue, 'registeredId' | 'body'>) =>
    setChanging({ one, registeredId: from.registeredId, body: from.body });
  return (
    <>
      <LoadProblem problem={problem} onRetry={reload} />
      {value === null && problem === null && <Skeleton active />}
      {value && chosen && (
        <div className="notice-columns">
          <section className="panel" aria-label="模板列表" aria-busy={loading}>
            <div className="scroll-x">
              <table className="console-table">
                <caption className="sr-only">短信模板</caption>
                <thead>
                  <tr>
                    <th scope="col">种类</th>
                    <th scope="col">为什么发</th>
                    <th scope="col">夜里</th>
                    <th scope="col">版本</th>
                    <th scope="col">{value.gateway}模板编号</th>
                    <th scope="col">状态</th>
                  </tr>
                </thead>
                <tbody>
                  {value.templates.map((one) => (
                    <tr
                      key={one.messageKind}
                      data-openable
                      aria-selected={one.messageKind === chosen.messageKind}
                      onClick={() => address.set({ kind: one.messageKind })}
                    >
                      <td>
                        <Link to={`/notices?part=templates&kind=${one.messageKind}`}>{one.title}</Link>
                      </td>
                      <td>{one.purposeLabel}</td>
                      <td>{one.keepsNight ? '等到 8:00' : '马上发'}</td>
                      <td className="num">{one.version === 0 ? '设置里的' : `v${one.version}`}</td>
                      <td className="num">{one.registeredId || '—'}</td>
                      <td>
                        {one.waiting ? (
                          <StateTag tone="warn">等同意</StateTag>
                        ) : (
                          <StateTag tone={one.isUsed ? 'success' : 'neutral'}>
                            {one.isUsed ? '在用' : '没启用'}
                          </StateTag>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
          <aside className="panel" aria-label="选中的模板">
            <div className="panel-head">
              <h2>{chosen.title}</h2>
              <small>{chosen.purposeLabel}</small>
            </div>
            <div className="panel-body">
              <p className="notice-text">{chosen.preview}</p>
              <dl className="facts">
                <dt>正文</dt>
                <dd>{chosen.body}</dd>
                <dt>变量</dt>
                <dd>{chosen.places.map(({ name, example }) => `${name}（${example}）`).join('、')}</dd>
              </dl>
              {chosen.waiting && (
                <p className="note">
                  新模板在等另一个人同意，见 <Link to="/approvals">申请</Link>
                </p>
              )}
              {!chosen.isUsed && (
                <p className="note">设置里没有这种短信的模板，所以不发；启用要由系统管理员在设置里加上。</p>
              )}
              {may('messages.template') && chosen.isUsed && !chosen.waiting && (
                <div className="act">
                  <Button onClick={() => begin(chosen, { registeredId: '', body: chosen.body })}>换模板</Button>
                </div>
              )}
              <h3 className="notice-tries-head">用过的版本</h3>
              {chosen.versions.length === 0 && (
                <p className="note">还是设置里的那一个；文字以网关里报审的为准，上面是随程序的文字</p>
              )}
              <ol className="notice-tries">
                {chosen.versions.map((version, index) => (
                  <li key={version.version}>
                    <b className="num">v{version.version}</b> <span className="num">{version.registeredId}</span>{' '}
                    <span className="num">{version.approvedAt.slice(0, 16)}</span>
                    <small>
                      {version.askedBy} 申请，{version.approvedBy} 同意
                    </small>
                    <small>{version.body}</small>
                    {index > 0 && may('messages.template') && !chosen.waiting && (
                      <Button type="link" size="small" className="row-link" onClick={() => begin(chosen, version)}>
                        回到这一版
                      </Button>
                    )}
                  </li>
                ))}
              </ol>
            </div>
          </aside>
        </div>
      )}
      {changing && (
        <ChangeTemplate
          draft={changing}
          onChange={setChanging}
          onClose={() => setChanging(null)}
          onDone={() => {
            setChanging(null);
            reload();
          }}
        />
      )}
    </>
  );
}

interface Draft {
  readonly one: TextTemplateValue;
  readonly registeredId: string;
  readonly body: string;
}

interface ChangeProps {
  readonly draft: Draft;
  onChange(draft: Draft): void;
  onClose(): void;
  onDone(): void;
}

/** The text and its number at the gateway, with what it looks like when it arrives; the reason is asked for next. */
function ChangeTemplate({ draft, onChange, onClose, onDone }: ChangeProps) {
  const { message } = App.useApp();
  const id = useId();
  const [asking, setAsking] = useState(false);
  const { one, body, registeredId } = draft;
  const problems = templateProblems(one.messageKind, body);
  const idIsRight = /^[0-9A-Za-z_]{3,40}$/.test(registeredId);
  if (asking) {
    return (
      <ReasonDialog
        title={`换模板：${one.title}`}
        okText="提交，等另一个人同意"
        onClose={() => setAsking(false)}
        onSend={async (reason) => {
          await call('askTextTemplate', { messageKind: one.messageKind, registeredId, body, reason });
          message.success('已提交，合规同意后从下一条开始用');
          onDone();
        }}
      >
        <p className="dialog-lead">{filledText(one.messageKind, body)}</p>
      </ReasonDialog>
    );
  }
  return (
    <Modal
      open
      title={`换模板：${one.title}`}
      okText="下一步"
      okButtonProps={{ disabled: problems.length > 0 || !idIsRight }}
      onOk={() => setAsking(true)}
      onCancel={onClose}
    >
      <p className="dialog-lead">先在短信网关里报审。审过以后，把编号和正文一字不差地抄到这里。</p>
      <label className="dialog-field" htmlFor={`${id}-no`}>
        网关里的模板编号
      </label>
      <Input
        id={`${id}-no`}
        maxLength={40}
        value={registeredId}
        status={registeredId !== '' && !idIsRight ? 'error' : ''}
        onChange={(event) => onChange({ ...draft, registeredId: event.target.value.trim() })}
      />
      {registeredId !== '' && !idIsRight && <p className="notice-problem">编号是 3 到 40 位字母、数字或 _</p>}
      <label className="dialog-field" htmlFor={`${id}-body`}>
        正文
      </label>
      <Input.TextArea
        id={`${id}-body`}
        rows={4}
        maxLength={300}
        value={body}
        status={problems.length > 0 ? 'error' : ''}
        aria-describedby={`${id}-problems`}
        onChange={(event) => onChange({ ...draft, body: event.target.value })}
      />
      <div id={`${id}-problems`} aria-live="polite">
        {problems.map((problem) => (
          <p key={problem} className="notice-problem">
            {problem}
          </p>
        ))}
      </div>
      <p className="note">变量：{one.places.map(({ name }) => `\${${name}}`).join(' ')}</p>
      <p className="dialog-field">居民收到的样子</p>
      <p className="notice-text">{filledText(one.messageKind, body)}</p>
    </Modal>
  );
}
