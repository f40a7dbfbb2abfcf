import type { CatalogueNameValue, CatalogueRowValue } from '@huimin/contract/console';
import { App, Button, Empty, Input, Select, Skeleton, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { call, type Outputs, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { AddressChoice, useKnownChoice } from '../../app/filter-choice.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_NAME, MoreRows } from '../../app/more-rows.tsx';
import { useSelf } from '../../app/self.tsx';
import { type AddressFilter, useAddressFilter } from '../../app/use-address-filter.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { CHANGE_WORDS, isFigure, LIST_WORDS, plainLabel, written } from './catalogue-words.ts';
import { DraftBar } from './draft-bar.tsx';
import { DraftPreview } from './draft-preview.tsx';
import type { ListWish } from './list-wish.ts';
import { RowEditor } from './row-editor.tsx';
import { TakeFile } from './take-file.tsx';
import { VersionsDrawer } from './versions-drawer.tsx';
import './catalogue.css';
import { longTime } from '../../parts/when.ts';

type Catalogue = Outputs['listCatalogue'];

/** One list as residents see it, and the draft of its next version in it. */
export function CatalogueView({ list }: { list: CatalogueNameValue }) {
  const { may } = useSelf();
  const address = useAddressFilter('after');
  const which = address.given('which') === 'changes' ? ('changes' as const) : undefined;
  const { value, loading, problem, isUnknown, reload } = useCall('listCatalogue', {
    ...{ list, which, edition: address.given('edition'), words: address.given('words') },
    ...{ choice: address.given('choice'), after: address.cursor },
  });
  const editions = value?.editions.map(({ edition, name }) => ({ value: edition, label: `${name} ${edition}` })) ?? [];
  useKnownChoice(address, 'edition', editions, isUnknown);
  const [editing, setEditing] = useState<CatalogueRowValue | 'new' | null>(null);
  const [showsVersions, setShowsVersions] = useState(false);
  const [previews, setPreviews] = useState(false);
  const words = LIST_WORDS[list];
  const mayWrite = may('catalogue.change') && value !== null && !value.draft?.request;
  const wish: ListWish = { list, edition: value?.edition ?? undefined, revision: value?.draft?.revision ?? 0 };
  return (
    <>
      <search className="filters">
        {value !== null && editions.length > 0 && (
          <Select
            aria-label="产品版本"
            style={{ width: 240 }}
            value={value.edition}
            options={editions}
            onChange={(next: string | null) => address.set({ edition: next, choice: null })}
          />
        )}
        <Words address={address} key={address.given('words') ?? ''} />
        {value !== null && (
          <AddressChoice
            {...{ address, name: 'choice', label: value.choiceLabel }}
            options={value.choices.map((text) => ({ value: text, label: text }))}
          />
        )}
        {value?.draft && (
          <span className="cat-only">
            <Switch
              size="small"
              checked={which !== undefined}
              aria-label="只看改动"
              onChange={(on) => address.set({ which: on ? 'changes' : null })}
            />
            只看改动
          </span>
        )}
        <span className="space" />
        <span className="filters-group">
          <a className="cat-link" href={`/hmb-js26/${words.route}`} target="_blank" rel="noreferrer">
            看居民的页面
          </a>
          {value?.draft && <Button onClick={() => setPreviews(true)}>手机预览</Button>}
          <Button onClick={() => setShowsVersions(true)}>历史版本</Button>
          {mayWrite && value.mayTakeAll && <TakeFile wish={wish} onTaken={reload} />}
          {mayWrite && (
            <Button icon={<Icon name="plus" size={16} />} onClick={() => setEditing('new')}>
              加一行
            </Button>
          )}
        </span>
      </search>
      <LoadProblem problem={problem} onRetry={reload} />
      {value?.draft && <DraftBar draft={value.draft} wish={wish} onChanged={reload} />}
      <section className="panel long-list" aria-label="目录" aria-busy={loading}>
        <div className="panel-head">
          <h2>{value?.version ? `第 ${value.version} 版` : '还没有发布过'}</h2>
          {value !== null && (
            <small className="num">
              {value.rowCount} {words.unit}
              {value.publishedAt !== null && `，${longTime(value.publishedAt)} 发布`}
              {value.found !== value.rowCount && `；符合条件 ${value.found}`}
            </small>
          )}
        </div>
        {value === null && loading && <Skeleton active style={{ padding: 14 }} />}
        {value !== null && value.rows.length > 0 && (
          <Rows value={value} list={list} mayWrite={mayWrite} wish={wish} onEdit={setEditing} onChanged={reload} />
        )}
        {value?.rows.length === 0 && (
          <Empty
            style={{ padding: 24 }}
            description={address.isChosen ? '没有符合条件的' : '目录里还没有内容'}
            image={Empty.PRESENTED_IMAGE_SIMPLE}
          />
        )}
        <MoreRows filter={address} next={value?.next} labels={BY_NAME} />
      </section>
      {editing !== null && value !== null && (
        <RowEditor
          columns={value.columns}
          row={editing === 'new' ? null : editing}
          wish={wish}
          onClose={() => {
            setEditing(null);
            reload();
          }}
          onDone={() => {
            setEditing(null);
            reload();
          }}
        />
      )}
      {previews && value?.draft && (
        <DraftPreview
          list={list}
          edition={value.edition}
          revision={value.draft.revision}
          onClose={() => setPreviews(false)}
        />
      )}
      {showsVersions && (
        <VersionsDrawer
          wish={wish}
          mayRestore={mayWrite && value.mayTakeAll}
          onClose={() => setShowsVersions(false)}
          onRestored={() => {
            setShowsVersions(false);
            reload();
          }}
        />
      )}
    </>
  );
}

function Words({ address }: { address: AddressFilter }) {
  return (
    <Input.Search
      // Whoever takes the filters away finds an empty field.
      key={address.given('words') ?? ''}
      aria-label="编号或名称"
      placeholder="编号或名称"
      maxLength={40}
      style={{ width: 200 }}
      defaultValue={address.given('words')}
      onSearch={(text) => address.set({ words: text.trim() })}
    />
  );
}

interface RowsProps {
  readonly value: Catalogue;
  readonly list: CatalogueNameValue;
  readonly mayWrite: boolean;
  readonly wish: ListWish;
  onEdit(row: CatalogueRowValue): void;
  onChanged(): void;
}

function Rows({ value, list, mayWrite, wish, onEdit, onChanged }: RowsProps) {
  const { message } = App.useApp();
  const places = LIST_WORDS[list].shown.map((name) => value.columns.findIndex((column) => column.name === name));
  const drop = (code: string, how: 'drop' | 'undo') =>
    call('dropCatalogueRow', { ...wish, code, how }).then(onChanged, (fault) => message.error(sentenceOf(fault)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className="scroll-x" tabIndex={0} aria-label="目录，表格">
      <table className="console-table">
        <caption className="sr-only">目录，按居民看到的次序</caption>
        <thead>
          <tr>
            <th scope="col">编号</th>
            {places.map((place) => (
              <th scope="col" key={place} className={isFigure(value.columns[place]?.name) ? 'right' : undefined}>
                {plainLabel(value.columns[place]?.label ?? '')}
              </th>
            ))}
            {value.draft && <th scope="col">改动</th>}
            {mayWrite && <th scope="col">操作</th>}
          </tr>
        </thead>
        <tbody>
          {value.rows.map((row) => (
            <tr key={`${row.code} ${row.change}`} className={row.change === 'gone' ? 'cat-gone' : undefined}>
              <td className="num">
                {row.code}
                {row.problem !== null && <span className="cat-problem">{row.problem}</span>}
              </td>
              {places.map((place) => (
                <td key={place} className={isFigure(value.columns[place]?.name) ? 'num right' : undefined}>
                  <Cell
                    text={written(value.columns[place]?.name, row.cells[place])}
                    was={row.was ? written(value.columns[place]?.name, row.was[place]) : undefined}
                  />
                </td>
              ))}
              {value.draft && (
                <td>
                  {row.change !== null && (
                    <StateTag tone={CHANGE_WORDS[row.change].tone}>{CHANGE_WORDS[row.change].label}</StateTag>
                  )}
                  {besides(row, places, value.columns).map((text) => (
                    <span className="cat-beside" key={text}>
                      {text}
                    </span>
                  ))}
                </td>
              )}
              {mayWrite && (
                <td>
                  {row.mayChange && (
                    <div className="cat-acts">
                      {row.change !== 'gone' && (
                        <>
                          <RowButton code={row.code} onClick={() => onEdit(row)}>
                            改
                          </RowButton>
                          <RowButton code={row.code} onClick={() => drop(row.code, 'drop')}>
                            去掉
                          </RowButton>
                        </>
                      )}
                      {(row.change === 'gone' || row.change === 'changed') && (
                        <RowButton code={row.code} onClick={() => drop(row.code, 'undo')}>
                          恢复
                        </RowButton>
                      )}
                    </div>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What differs in columns that the table has no room for; of a new row all they say. */
function besides(row: CatalogueRowValue, places: readonly number[], columns: Catalogue['columns']): string[] {
  if (row.change !== 'new' && row.change !== 'changed') return [];
  return columns.flatMap(({ name, label }, place) => {
    const [text, was] = [written(name, row.cells[place]), written(name, row.was?.[place])];
    if (places.includes(place) || name === 'code' || text === was) return [];
    return [`${plainLabel(label)}：${was === '' ? '' : `${was} → `}${text || '空'}`];
  });
}

function RowButton({ code, onClick, children }: { code: string; onClick(): void; children: ReactNode }) {
  return (
    <Button type="link" size="small" className="row-link" onClick={onClick}>
      {children}
      <span className="sr-only"> {code}</span>
    </Button>
  );
}

function Cell({ text, was }: { text: string; was: string | undefined }) {
  const differs = was !== undefined && was !== text;
  return (
    <>
      <span
        className={`cat-text${differs ? ' cat-new' : ''}${/^[\d -]+$/.test(text) ? ' cat-number' : ''}`}
        title={text}
      >
        {text || '—'}
      </span>
      {differs && <span className="cat-was">{was || '空'}</span>}
    </>
  );
}
