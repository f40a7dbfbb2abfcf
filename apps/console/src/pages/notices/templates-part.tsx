import type { TextTemplateValue } from '@huimin/contract/console';
import { templateProblems } from '@huimin/domain/text-message';
import { Input, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { OpenableRow } from '../../parts/openable-row.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { ChangeWords } from './change-words.tsx';
import { InboxTemplate } from './inbox-template.tsx';
import { TemplateWords } from './template-words.tsx';

/** What each kind of message says, as it arrives, and the versions before. */
export function TemplatesPart() {
  const { may } = useSelf();
  const address = useAddressFilter('before');
  const { value, problem, loading, reload } = useCall('listTextTemplates', {});
  const [changing, setChanging] = useState<Draft | null>(null);
  const chosen =
    value?.templates.find(({ messageKind }) => messageKind === address.given('kind')) ?? value?.templates[0];
  return (
    <>
      <LoadProblem problem={problem} onRetry={reload} />
      {value === null && problem === null && <Skeleton active />}
      {value && chosen && (
        <div className="list-beside notice-columns">
          <section className="panel" aria-label="模板列表" aria-busy={loading}>
            <div className="scroll-x">
              <table className="console-table">
                <caption className="sr-only">短信模板</caption>
                <thead>
                  <tr>
                    <th scope="col">种类</th>
                    <th scope="col">为什么发</th>
                    <th scope="col">夜里</th>
                    <th scope="col" className="not-narrow">
                      版本
                    </th>
                    <th scope="col">{value.gateway}模板编号</th>
                    <th scope="col">状态</th>
                  </tr>
                </thead>
                <tbody>
                  {value.templates.map((one) => (
                    <OpenableRow
                      key={one.messageKind}
                      isOpen={one.messageKind === chosen.messageKind}
                      onOpen={() => address.set({ kind: one.messageKind })}
                    >
                      <td>
                        <Link to={`/notices?part=templates&kind=${one.messageKind}`}>{one.title}</Link>
                      </td>
                      <td>{one.purposeLabel}</td>
                      <td>{one.keepsNight ? '等到 8:00' : '马上发'}</td>
                      <td className="num not-narrow">{one.version === 0 ? '设置里的' : `v${one.version}`}</td>
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
                    </OpenableRow>
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
              <TemplateWords
                words={chosen}
                waitingFor="新模板"
                changeText="换模板"
                mayChange={may('messages.template') && chosen.isUsed}
                firstNote="还是设置里的那一个；文字以网关里报审的为准，上面是随程序的文字"
                mark={({ registeredId }) => <span className="num">{registeredId}</span>}
                onChange={(from) =>
                  setChanging({ one: chosen, registeredId: from?.registeredId ?? '', body: (from ?? chosen).body })
                }
              >
                {!chosen.isUsed && (
                  <p className="note">设置里没有这种短信的模板，所以不发；启用要由系统管理员在设置里加上。</p>
                )}
              </TemplateWords>
              <InboxTemplate key={chosen.messageKind} one={chosen} onDone={reload} />
            </div>
          </aside>
        </div>
      )}
      {changing && (
        <ChangeTemplate
          draft={changing}
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
  onClose(): void;
  onDone(): void;
}

/** The words, and their number at the gateway. */
function ChangeTemplate({ draft: { one, body: from, registeredId: fromId }, onClose, onDone }: ChangeProps) {
  const { messageKind, title, places } = one;
  const id = useId();
  const [registeredId, setRegisteredId] = useState(fromId);
  const isRight = /^[0-9A-Za-z_]{3,40}$/.test(registeredId);
  const [tried, setTried] = useState(false);
  const isWrong = !isRight && (tried || registeredId !== '');
  return (
    <ChangeWords
      title={`换模板：${title}`}
      kind={messageKind}
      lead="先在短信网关里报审。审过以后，把编号和正文一字不差地抄到这里。"
      from={from}
      places={places}
      problemsOf={templateProblems}
      mayGoOn={() => {
        setTried(true);
        if (!isRight) document.getElementById(id)?.focus();
        return isRight;
      }}
      onSend={(body, reason) => call('askTextTemplate', { messageKind, registeredId, body, reason })}
      onClose={onClose}
      onDone={onDone}
    >
      <label className="dialog-field" htmlFor={id}>
        网关里的模板编号
      </label>
      <Input
        id={id}
        maxLength={40}
        value={registeredId}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        aria-describedby={`${id}-problem`}
        onChange={(event) => setRegisteredId(event.target.value.trim())}
      />
      <div id={`${id}-problem`} aria-live="polite">
        {isWrong && (
          <p className="notice-problem">
            {registeredId === '' ? '请填网关给的模板编号' : '编号是 3 到 40 位字母、数字或 _'}
          </p>
        )}
      </div>
    </ChangeWords>
  );
}
