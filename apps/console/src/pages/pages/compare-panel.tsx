import type { PageDeskValue } from '@huimin/contract/console';
import { type ComparedText, compareLines, readingSeconds } from '@huimin/domain/page-versions';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Segments } from '../../app/segments.tsx';
import { useKeys } from '../../app/use-keys.ts';
import { shortTime } from '../../parts/when.ts';
import { Lines } from './lines.tsx';
import { Phones } from './phones.tsx';

type View = '并排' | '合并' | '手机样子' | '文字';
const OF_DRAFT: [View, ...View[]] = ['并排', '合并', '手机样子'];
const OF_LIVE: [View, ...View[]] = ['文字', '手机样子'];

const signs = (lines: readonly { readonly text: string }[]): number =>
  lines.reduce((sum, { text }) => sum + Array.from(text.replace(/\s/g, '')).length, 0);

function spoken(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes > 0 ? `${minutes} 分 ` : ''}${seconds % 60} 秒`;
}

/** What is live beside the draft, with what differs marked; without a draft only what is live. */
export function ComparePanel({ desk, onSeen }: { desk: PageDeskValue; onSeen(count: number): void }) {
  const { live, former, draft } = desk;
  const base = live ?? former;
  const baseName = live ? `v${live.version}，线上` : former ? `${former.editionName}，v${former.version}` : '还没有';
  const [chosen, setChosen] = useState<View | null>(null);
  const views = draft ? OF_DRAFT : OF_LIVE;
  const [usual] = views;
  // A draft that begins or goes takes some ways of looking with it.
  const view = chosen !== null && views.includes(chosen) ? chosen : usual;
  const [current, setCurrent] = useState(-1);
  const table = useRef<HTMLTableElement>(null);
  const after = draft ?? live;
  const rows = useMemo(
    () =>
      compareLines(
        (base?.lines ?? []).map(({ text }) => text),
        (after?.lines ?? []).map(({ text }) => text),
      ),
    [base, after],
  );
  const changes = rows.flatMap(({ isSame }, at) => (isSame ? [] : [at]));
  const furthest = useRef(0);
  useEffect(() => {
    furthest.current = Math.max(furthest.current, current + 1);
    onSeen(draft ? furthest.current : 0);
  }, [current, draft, onSeen]);
  const step = (by: number) => {
    if (changes.length === 0) return;
    const next = Math.min(Math.max(current + by, 0), changes.length - 1);
    setCurrent(next);
    table.current?.querySelectorAll('tr[data-changed]')[next]?.scrollIntoView({ block: 'center' });
  };
  useKeys({ n: () => step(1), p: () => step(-1) }, [['N P', '下一处、上一处差别']]);
  const before = signs(base?.lines ?? []);
  const now = signs(after?.lines ?? []);
  return (
    <>
      <VersionLine desk={desk} />
      <div className="pg-view">
        <Segments<View> size="small" aria-label="看法" options={views} value={view} onChange={setChosen} />
        {draft && base && changes.length === 0 && <span>和 {baseName} 一字不差</span>}
        {draft && (!base || changes.length > 0) && <span className="num">改 {changes.length} 处</span>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="pg-body" tabIndex={0} aria-label="正文">
        {view === '手机样子' && (
          <Phones
            pages={[
              ...(live ? [{ version: live.version, label: `v${live.version}，线上` }] : []),
              ...(draft ? [{ version: 'draft' as const, label: `v${draft.version} 草稿`, mark: draft.revision }] : []),
            ]}
            of={desk}
          />
        )}
        {view === '文字' && (
          <div className="pg-plain">
            <Lines lines={after?.lines ?? []} />
          </div>
        )}
        {draft && view !== '手机样子' && view !== '文字' && (
          <table ref={table} className="pg-table">
            <thead>
              <tr>
                <th scope="col" className="pg-no">
                  <span className="sr-only">行</span>
                </th>
                {view === '并排' ? (
                  <>
                    <th scope="col">{baseName}</th>
                    <th scope="col">v{draft.version} 草稿</th>
                  </>
                ) : (
                  <th scope="col">
                    {baseName} → v{draft.version} 草稿
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place
                  key={at}
                  data-changed={row.isSame ? undefined : ''}
                  className={changes[current] === at ? 'is-current' : undefined}
                >
                  <td className="pg-no num">{at + 1}</td>
                  {view === '并排' ? (
                    <>
                      <Cell text={row.before} kind="del" isSame={row.isSame} />
                      <Cell text={row.after} kind="ins" isSame={row.isSame} />
                    </>
                  ) : (
                    <td>
                      {row.isSame || !row.before || !row.after ? (
                        <Marked text={row.after ?? row.before} kind={row.after ? 'ins' : 'del'} isSame={row.isSame} />
                      ) : (
                        <>
                          {row.after.start}
                          {row.before.changed && <del>{row.before.changed}</del>}
                          {row.after.changed && <ins>{row.after.changed}</ins>}
                          {row.after.end}
                        </>
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <footer className="pg-foot">
        {draft && (
          <span>
            <button type="button" onClick={() => step(1)}>
              <kbd>N</kbd> 下一处
            </button>
            <button type="button" onClick={() => step(-1)}>
              <kbd>P</kbd> 上一处
            </button>
          </span>
        )}
        <span className="space" />
        <span className="num">
          字数 {draft && base ? `${before} → ` : ''}
          {now}，朗读约 {spoken(readingSeconds(now))}
        </span>
      </footer>
    </>
  );
}

function Cell({ text, kind, isSame }: { text: ComparedText | null; kind: 'del' | 'ins'; isSame: boolean }) {
  if (text === null) return <td className="pg-none" />;
  return (
    <td className={isSame ? undefined : `pg-${kind}`}>
      <Marked text={text} kind={kind} isSame={isSame} />
    </td>
  );
}

function Marked({ text, kind, isSame }: { text: ComparedText | null; kind: 'del' | 'ins'; isSame: boolean }) {
  if (!text) return null;
  const Mark = kind;
  return (
    <>
      {text.start}
      {!isSame && text.changed && <Mark>{text.changed}</Mark>}
      {text.end}
    </>
  );
}

/** Which version residents read from when to when. */
function VersionLine({ desk }: { desk: PageDeskValue }) {
  const versions = [...desk.versions].slice(0, 5).reverse();
  return (
    <ol className="pg-versions" aria-label="版本时间">
      {versions.map(({ version, publishedAt, replacedAt, isRegistered }) => (
        <li key={version} className={replacedAt === null ? 'is-live' : undefined}>
          <i />
          <span className="num">
            v{version} {shortTime(publishedAt)} {replacedAt === null ? '在用' : '存档'}
            {isRegistered ? '' : '，还没入库'}
          </span>
        </li>
      ))}
      {desk.draft && (
        <li className="is-draft">
          <i />
          <span className="num">
            v{desk.draft.version} {desk.draft.publishAt ? `${shortTime(desk.draft.publishAt)} 发布` : '待发布'}
          </span>
        </li>
      )}
    </ol>
  );
}
