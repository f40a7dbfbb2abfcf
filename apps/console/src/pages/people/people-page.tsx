import type { PersonLineValue } from '@huimin/contract/console';
import { Alert, Button, Empty, Input, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { call, type Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { PageHead } from '../../app/page-head.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { today } from '../orders/time-words.ts';
import { searchOf, type Typed } from './people-search.ts';
import { PersonPanels } from './person-panels.tsx';
import { SelfCheckDialog } from './self-check-dialog.tsx';
import './people.css';

type Found = Outputs['searchPeople'];

/** What was typed is kept while the tab shows this page, never in an address. */
const NOTHING: Typed = { name: '', number: '', phoneTail: '', policyNo: '', year: null };
const FIRST_YEAR = 2023;

/** Somebody is looked for by what they say over the phone, and opened below the list. */
export default function PeoplePage() {
  const { person } = useParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { found?: Found } | null };
  const [found, setFound] = useState<Found | null>(state?.found ?? null);
  const count = useCall('countPeopleSearches', {});
  const [isReading, setIsReading] = useState(false);
  const today = found && (!count.value || found.searchedToday > count.value.searchedToday) ? found : count.value;
  return (
    <div className="page">
      <PageHead title="查人查保单" note="整号只用来比对，不保存、不显示；查到和没查到都记一次">
        {today && (
          <span className="pe-count num" role="status">
            今天已查 {today.searchedToday} 次，上限 {today.limit} 次
          </span>
        )}
        <Button onClick={() => setIsReading(true)}>手机自检码</Button>
      </PageHead>
      <SearchForm
        onFound={(next) => {
          setFound(next);
          const [only] = next.people;
          navigate(next.people.length === 1 && only ? `/people/${only.person}` : '/people', { state: { found: next } });
        }}
        onClear={() => {
          setFound(null);
          navigate('/people', { state: null });
        }}
      />
      {found && (
        <FoundPeople
          found={found}
          open={person}
          // Pressed twice it is opened once: one step back leads to those who were found.
          onOpen={(key) => key !== person && navigate(`/people/${key}`, { state: { found } })}
        />
      )}
      {person !== undefined && <PersonPanels key={person} person={person} />}
      {isReading && <SelfCheckDialog onClose={() => setIsReading(false)} />}
      {person === undefined && found === null && (
        <section className="panel">
          <Empty
            style={{ padding: 32 }}
            description="先问对方姓名和证件号后 3 位，再查找"
            image={Empty.PRESENTED_IMAGE_SIMPLE}
          />
        </section>
      )}
    </div>
  );
}

function SearchForm({ onFound, onClear }: { onFound(found: Found): void; onClear(): void }) {
  const [typed, setTyped] = useState(NOTHING);
  const { sending: busy, problem, setProblem, run } = useSending();
  const change = (changes: Partial<Typed>) => setTyped((former) => ({ ...former, ...changes }));
  const send = async () => {
    const search = searchOf(typed);
    if (typeof search === 'string') return setProblem(search);
    await run(async () => {
      onFound(await call('searchPeople', search));
    });
  };
  const field = (
    name: 'name' | 'number' | 'phoneTail' | 'policyNo',
    label: string,
    maxLength: number,
    hint?: string,
  ) => (
    <label className="pe-field" htmlFor={`pe-${name}`}>
      {label}
      <Input
        id={`pe-${name}`}
        value={typed[name]}
        maxLength={maxLength}
        placeholder={hint}
        autoComplete="off"
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </label>
  );
  const years = Array.from({ length: Number(today().slice(0, 4)) + 2 - FIRST_YEAR }, (_, index) => FIRST_YEAR + index);
  return (
    <search>
      <form
        className="panel"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className="pe-search">
          {field('name', '姓名', 60)}
          {field('number', '证件号后 3 位，或整号', 40)}
          {field('phoneTail', '手机号后 4 位', 30, '可不填')}
          {field('policyNo', '保单号', 60, '可不填')}
          <label className="pe-field" htmlFor="pe-year">
            年度
            <Select
              id="pe-year"
              value={typed.year}
              onChange={(year) => change({ year })}
              options={[
                { value: null, label: '全部' },
                ...years.reverse().map((year) => ({ value: year, label: String(year) })),
              ]}
            />
          </label>
          <Button
            onClick={() => {
              setTyped(NOTHING);
              setProblem(null);
              onClear();
            }}
          >
            清空
          </Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            查找
          </Button>
        </div>
        {problem !== null && <Alert type="warning" showIcon title={problem} role="alert" banner />}
      </form>
    </search>
  );
}

interface FoundProps {
  readonly found: Found;
  readonly open: string | undefined;
  onOpen(person: string): void;
}

function FoundPeople({ found, open, onOpen }: FoundProps) {
  const { people, more } = found;
  return (
    <section className="panel" aria-labelledby="pe-found">
      <div className="panel-head">
        <h2 id="pe-found">{more ? `多于 ${people.length} 人相符` : `${people.length} 人相符`}</h2>
        <small>
          {more
            ? '太多了，请补手机号后 4 位或全名再查'
            : people.length > 1
              ? '后 3 位相同，先问医保所在地和手机尾号再打开'
              : ''}
        </small>
      </div>
      {people.length === 0 ? (
        <Empty
          style={{ padding: 24 }}
          description="没有查到。请核对姓名和证件号；不在您能看的范围里的人也查不到"
          image={Empty.PRESENTED_IMAGE_SIMPLE}
        />
      ) : (
        <div className={open === undefined ? 'scroll-x' : 'scroll-x pe-found'}>
          <table className="console-table">
            <caption className="sr-only">相符的人，都遮盖了</caption>
            <thead>
              <tr>
                {['姓名', '证件号码', '性别', '年龄段', '手机号', '医保所在地', '保障'].map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
                <th scope="col">
                  <span className="sr-only">操作</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {people.map((line) => (
                <FoundRow key={line.person} line={line} selected={line.person === open} onOpen={onOpen} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function FoundRow({
  line,
  selected,
  onOpen,
}: {
  line: PersonLineValue;
  selected: boolean;
  onOpen(person: string): void;
}) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <tr ref={row} aria-selected={selected}>
      <td>{line.name}</td>
      <td className="num">{line.idNumber}</td>
      <td>{line.sex}</td>
      <td className="num">{line.ageBand}</td>
      <td className="num">{line.phone ?? '—'}</td>
      <td>{line.place || '—'}</td>
      <td>
        <StateTag tone={line.cover?.tone}>{line.cover?.label ?? '没有'}</StateTag>
      </td>
      <td className="right">
        <Button size="small" onClick={() => onOpen(line.person)} aria-label={`打开 ${line.name} ${line.idNumber}`}>
          打开
        </Button>
      </td>
    </tr>
  );
}
