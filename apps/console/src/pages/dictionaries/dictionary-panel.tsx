import type { DictionaryEntryValue, DictionaryVersionValue } from '@huimin/contract/console';
import { DICTIONARY_LABEL_MOST, dictionaryDifferences } from '@huimin/domain/dictionary';
import { App, Button, Input, Skeleton, Switch } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, type Inputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useReturn } from '../../api/use-return.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { useUnsaved } from '../../app/unsaved.ts';
import { ActButton } from '../../parts/act-button.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { longTime } from '../../parts/when.ts';

type Name = Inputs['showDictionary']['dictionary'];
type Entry = DictionaryEntryValue & { readonly isAlways: boolean };

/** One list: what it has, what is written anew, and its versions. */
export function DictionaryPanel({ dictionary, onChanged }: { dictionary: Name; onChanged(): void }) {
  const { message } = App.useApp();
  const { refresh } = useSelf();
  const { value, problem, reload } = useCall('showDictionary', { dictionary });
  const [draft, setDraft] = useState<readonly Entry[] | null>(null);
  // What is shown may be read anew while something is written.
  const [begunUpon, setBegunUpon] = useState(0);
  const [asking, setAsking] = useState(false);
  useUnsaved(
    () => draft !== null && value !== null && !asking && dictionaryDifferences(value.entries, draft).length > 0,
  );
  useReturn(reload, draft === null && value?.versions.some(({ status }) => status === 'waiting') === true);
  if (value === null) {
    return (
      <div>
        <LoadProblem problem={problem} onRetry={reload} />
        {problem === null && <Skeleton active />}
      </div>
    );
  }
  const { line } = value;
  const rows = draft ?? value.entries;
  const differences = draft === null ? [] : dictionaryDifferences(value.entries, draft);
  const change = (index: number, more: Partial<Entry>) =>
    setDraft(rows.map((one, at) => (at === index ? { ...one, ...more } : one)));
  const move = (index: number, by: number) => {
    const next = [...rows];
    const [one] = next.splice(index, 1);
    if (one) next.splice(index + by, 0, one);
    setDraft(next);
  };
  const ask = () => {
    const empty = draft?.find(({ label }) => label.trim() === '');
    if (empty) message.error(`${empty.value} 要有居民看到的字；不想让人选，就关掉“能不能选”`);
    else setAsking(true);
  };
  const begin = (entries: readonly Entry[]) => {
    setDraft(entries);
    setBegunUpon(line.version);
  };
  const changed = (words: string) => {
    message.success(words);
    setDraft(null);
    reload();
    onChanged();
    refresh();
  };
  return (
    <div className="dictionary-parts">
      <section className="panel" aria-label={line.title}>
        <div className="panel-head">
          <h2>{line.title}</h2>
          <small>{line.why}</small>
          <span className="space" />
          {draft === null && value.mayChange && (
            <Button size="small" onClick={() => begin(value.entries)}>
              改
            </Button>
          )}
          {draft !== null && (
            <>
              <Button size="small" onClick={() => setDraft(null)}>
                不改了
              </Button>
              <Button size="small" type="primary" disabled={differences.length === 0} onClick={ask}>
                提交复核
              </Button>
            </>
          )}
        </div>
        <div className="scroll-x">
          <table className="console-table">
            <caption className="sr-only">{line.title}的选项，按居民看到的顺序</caption>
            <thead>
              <tr>
                <th scope="col">编码</th>
                <th scope="col">居民看到的字</th>
                <th scope="col">能不能选</th>
                {draft !== null && <th scope="col">顺序</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((one, index) => (
                <tr key={one.value}>
                  <td className="num">{one.value}</td>
                  <td className="wrap">
                    {draft === null ? (
                      one.label
                    ) : (
                      <Input
                        size="small"
                        aria-label={`${one.value} 的字`}
                        maxLength={DICTIONARY_LABEL_MOST}
                        status={one.label.trim() === '' ? 'error' : ''}
                        value={one.label}
                        onChange={({ target }) => change(index, { label: target.value })}
                      />
                    )}
                  </td>
                  <td>
                    {draft === null ? (
                      <StateTag tone={one.isOffered ? 'success' : 'neutral'}>
                        {one.isOffered ? '能选' : '不再给选'}
                      </StateTag>
                    ) : (
                      <>
                        <Switch
                          size="small"
                          aria-label={`${one.label} 能选`}
                          checked={one.isOffered}
                          disabled={one.isAlways}
                          onChange={(isOffered) => change(index, { isOffered })}
                        />
                        {one.isAlways && <small className="state-plain">　要一直能选</small>}
                      </>
                    )}
                  </td>
                  {draft !== null && (
                    <td>
                      <Button
                        size="small"
                        disabled={index === 0}
                        aria-label={`${one.label} 往上`}
                        onClick={() => move(index, -1)}
                      >
                        ↑
                      </Button>
                      <Button
                        size="small"
                        disabled={index === rows.length - 1}
                        aria-label={`${one.label} 往下`}
                        onClick={() => move(index, 1)}
                      >
                        ↓
                      </Button>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {line.isOurs && (
        <Versions
          versions={value.versions}
          onDecided={changed}
          onBack={
            value.mayChange
              ? (version) =>
                  begin(
                    version.entries.map((entry) => ({
                      ...entry,
                      isAlways: value.entries.find((one) => one.value === entry.value)?.isAlways ?? false,
                    })),
                  )
              : null
          }
        />
      )}
      {asking && draft !== null && (
        <ReasonDialog
          title={`改字典：${line.title}`}
          okText="提交，等第二个人同意"
          onClose={() => setAsking(false)}
          onSend={async (reason) => {
            const entries = draft.map(({ value: code, label, isOffered }) => ({ value: code, label, isOffered }));
            await call('askDictionaryChange', { dictionary, entries, version: begunUpon, reason });
            changed('已提交，另一个人同意后居民才看到');
          }}
        >
          <ul className="dictionary-differences">
            {differences.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </ReasonDialog>
      )}
    </div>
  );
}

interface VersionsProps {
  readonly versions: readonly DictionaryVersionValue[];
  onDecided(words: string): void;
  /** Begins a draft with a version's words; null for whoever may not. */
  readonly onBack: ((version: DictionaryVersionValue) => void) | null;
}

function Versions({ versions, onDecided, onBack }: VersionsProps) {
  const agree = (approvalNo: string) =>
    call('decideApproval', { approvalNo, agree: true }).then(() => onDecided('已同意，居民现在看到的就是这一版'));
  return (
    <section className="panel" aria-label="版本">
      <div className="panel-head">
        <h2>版本</h2>
        <small>回到以前的一版，也要第二个人同意</small>
      </div>
      {versions.length === 0 && <p className="panel-body note">还没有改过</p>}
      <ol className="dictionary-versions">
        {versions.map((one) => (
          <li key={one.version}>
            <p>
              <b className="num">v{one.version}</b> {STATUS[one.status]}
              <small className="state-plain num">
                {'　'}
                {longTime(one.writtenAt)}　{one.writtenBy}
                {one.approvedBy !== null && `，${one.approvedBy} 同意`}
              </small>
              <span className="space" />
              {one.mayDecide && one.approvalNo !== null && (
                <>
                  <Link to="/approvals">不同意，写意见</Link>
                  <ActButton
                    size="small"
                    type="primary"
                    question={{
                      title: `同意 v${one.version}？`,
                      content: `${one.writtenBy} 写的。同意后居民马上看到这一版。`,
                      okText: '同意，马上用',
                    }}
                    onAct={() => agree(one.approvalNo as string)}
                  >
                    同意
                  </ActButton>
                </>
              )}
              {one.status === 'former' && onBack !== null && (
                <Button size="small" onClick={() => onBack(one)}>
                  回到这一版
                </Button>
              )}
            </p>
            <p>{one.reason}</p>
            <ul className="dictionary-differences">
              {one.differences.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

const STATUS = {
  waiting: <StateTag tone="warn">待复核</StateTag>,
  current: <StateTag tone="success">在用</StateTag>,
  former: <StateTag>以前的</StateTag>,
} as const;
