import type { PageDeskValue, PageListValue } from '@huimin/contract/console';
import { App, Button, Empty, Select, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useMoment, useReturn } from '../../api/use-return.ts';
import { MomentInput } from '../../app/day-input.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { AsSeen } from './as-seen.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { EditText } from './edit-text.tsx';
import { PageSide } from './page-side.tsx';
import { shortHash } from './short-hash.ts';
import './pages.css';
import { editionOptions } from '../../parts/edition-options.ts';
import { shortTime } from '../../parts/when.ts';

type Key = PageDeskValue['key'];

/** Pages and clauses of an edition, their versions, and what is on its way to residents. */
export default function PagesPage() {
  const [query, setQuery] = useSearchParams();
  const edition = query.get('edition') ?? undefined;
  const list = useCall('listPages', edition === undefined ? {} : { edition });
  const shown = list.value?.edition;
  const key = list.value?.pages.find((one) => one.key === query.get('page'))?.key ?? list.value?.pages[0]?.key;
  const at = (query.get('at') ?? '').replace('T', ' ');
  const [asked, setAsked] = useState(at);
  const go = (changes: Record<string, string>) => {
    const next = new URLSearchParams(query);
    // The server's choice, where the work is, is another one once that is done.
    if (shown !== undefined) next.set('edition', shown);
    for (const [name, text] of Object.entries(changes)) {
      if (text) next.set(name, text);
      else next.delete(name);
    }
    setQuery(next);
  };
  return (
    <div className="page">
      <PageHead title="页面与条款" note="每一版都存原文和哈希，先入存证库再上线">
        <label className="pg-at" htmlFor="pg-at">
          查看当日所见
          <MomentInput id="pg-at" value={asked} onChange={setAsked} />
        </label>
        <Button disabled={asked.length !== 16 && at === ''} onClick={() => go({ at: asked })}>
          看当时页面
        </Button>
      </PageHead>
      <LoadProblem problem={list.problem} onRetry={list.reload} />
      <div className="pg-grid">
        <section className="panel" aria-label="页面和条款">
          <div className="panel-head">
            <h2>全部 {list.value?.pages.length ?? ''}</h2>
            <span className="space" />
            <Select
              size="small"
              aria-label="产品版本"
              style={{ width: 132 }}
              popupMatchSelectWidth={false}
              value={list.value?.edition}
              loading={list.value === null && list.loading}
              onChange={(chosen: string) => setQuery({ edition: chosen })}
              options={editionOptions(list.value?.editions)}
              optionRender={({ value, label }) => {
                const waiting = list.value?.editions.find((one) => one.edition === value)?.waiting ?? 0;
                return waiting === 0 ? label : `${label}　${waiting} 件待办`;
              }}
            />
          </div>
          {list.value && (
            <div className="pg-list">
              <PageNames list={list.value} chosen={key} onChoose={(page) => go({ page })} />
              {list.value.builds.length > 0 && (
                <div className="pg-builds">
                  <h3>居民端构建（已入存证库）</h3>
                  {list.value.builds.map(({ build, registeredAt }) => (
                    <p key={build} className="num">
                      {build.slice(0, 8).toUpperCase()}　{shortTime(registeredAt)} 起
                    </p>
                  ))}
                </div>
              )}
            </div>
          )}
        </section>
        {list.value && key && (
          <OnePage
            key={`${list.value.edition} ${key}`}
            edition={list.value.edition}
            page={key}
            at={at}
            onBackToNow={() => {
              setAsked('');
              go({ at: '' });
            }}
            onChanged={list.reload}
          />
        )}
        {list.value === null && list.problem === null && <Skeleton active />}
      </div>
    </div>
  );
}

function PageNames({ list, chosen, onChoose }: { list: PageListValue; chosen?: Key; onChoose(key: Key): void }) {
  const names = useRef<HTMLUListElement>(null);
  // Where the list has no room for all, the one that an address names is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each that is chosen
  useEffect(() => {
    names.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <ul className="pg-names" ref={names}>
      {list.pages.map(({ key, title, liveVersion, sha256, draft }) => (
        <li key={key}>
          <button type="button" aria-current={key === chosen ? 'true' : undefined} onClick={() => onChoose(key)}>
            <span>
              {title}
              <small className="num">
                {draft ? `v${draft.version} 草稿　${shortHash(draft.sha256)}` : ''}
                {!draft && liveVersion !== null ? `v${liveVersion}　${shortHash(sha256)}` : ''}
                {!draft && liveVersion === null ? '还没有写' : ''}
              </small>
            </span>
            <StateTag tone={draft ? draft.state.tone : liveVersion === null ? 'error' : 'success'}>
              {draft?.state.label ?? (liveVersion === null ? '缺' : '在用')}
            </StateTag>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface OneProps {
  readonly edition: string;
  readonly page: Key;
  readonly at: string;
  onBackToNow(): void;
  onChanged(): void;
}

function OnePage({ edition, page, at, onBackToNow, onChanged }: OneProps) {
  const { message, modal } = App.useApp();
  const { value, problem, reload } = useCall('showPage', { edition, key: page });
  const [editing, setEditing] = useState(false);
  const [seen, setSeen] = useState(0);
  const { refresh } = useSelf();
  const changed = () => {
    reload();
    onChanged();
    refresh();
  };
  const handed = value?.draft?.state.status;
  useReturn(reload, !editing && handed !== undefined && handed !== 'editing');
  useMoment(handed === 'scheduled' && !editing ? (value?.draft?.publishAt ?? null) : null, changed);
  if (value === null) {
    return (
      <section className="panel">
        <LoadProblem problem={problem} onRetry={reload} />
        {problem === null && <Skeleton active style={{ padding: 14 }} />}
      </section>
    );
  }
  const run = async (done: string, what: () => Promise<unknown>) => {
    try {
      await what();
      message.success(done);
      changed();
    } catch (fault) {
      message.error(sentenceOf(fault));
    }
  };
  const { draft, may } = value;
  const begin = () =>
    run('草稿已建好', async () => {
      await call('beginPageDraft', { edition, key: page });
      setEditing(true);
    });
  const discard = () =>
    modal.confirm({
      title: '丢弃这份草稿？',
      content: '改的内容和审批都不留，线上不变。',
      okText: '丢弃',
      autoFocusButton: 'cancel',
      onOk: () =>
        draft && run('已丢弃', () => call('discardPageDraft', { edition, key: page, revision: draft.revision })),
    });
  return (
    <>
      <section className="panel" aria-label="对比">
        <div className="panel-head pg-head">
          <h2>{value.title}</h2>
          {value.live && <span className="pg-tag num">v{value.live.version} 线上</span>}
          {draft && <span className="pg-tag pg-new num">v{draft.version} 草稿</span>}
          <span className="space" />
          {may.change && !draft && (
            <Button size="small" icon={<Icon name="plus" size={14} />} onClick={begin}>
              新建版本
            </Button>
          )}
          {may.change && draft && (
            <>
              <Button size="small" onClick={() => setEditing(true)}>
                改正文
              </Button>
              <Button size="small" onClick={discard}>
                丢弃草稿
              </Button>
            </>
          )}
        </div>
        {at !== '' && <AsSeen desk={value} at={at} onBackToNow={onBackToNow} />}
        {at === '' && (value.live || draft) && <ComparePanel desk={value} onSeen={setSeen} />}
        {at === '' && !value.live && !draft && (
          <Empty
            style={{ padding: 32 }}
            description="这一版产品还没有这份文件，点“新建版本”从上一年开始写"
            image={Empty.PRESENTED_IMAGE_SIMPLE}
          />
        )}
      </section>
      <PageSide desk={value} seen={seen} onChanged={changed} />
      {editing && draft && <EditText desk={value} draft={draft} onClose={() => setEditing(false)} onSaved={changed} />}
    </>
  );
}
