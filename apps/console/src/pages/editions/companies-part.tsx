import type { EditionFieldsValue } from '@huimin/contract/console';
import { Button, Input, Radio } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../app/dialog.tsx';
import { Icon } from '../../app/icon.tsx';
import { Changed, useEditor, useProblem } from './editor.tsx';

type Company = EditionFieldsValue['insuranceCompany'][number];
type ListName = 'insuranceCompany' | 'brokerCompany' | 'technologyCompany' | 'subCompany';

const LISTS: readonly (readonly [ListName, string])[] = [
  ['insuranceCompany', '承保公司'],
  ['brokerCompany', '经纪公司'],
  ['technologyCompany', '技术公司'],
  ['subCompany', '分支机构'],
];

export function CompaniesPart() {
  const { work, readOnly } = useEditor();
  const [open, setOpen] = useState<ListName | null>(null);
  const problems = [useProblem('insuranceCompany'), useProblem('brokerCompany')].filter((text) => text !== '');
  const total = work.fields.insuranceCompany.reduce((sum, one) => sum + (one.sharePercent ?? 0), 0);
  return (
    <section className="panel ed-part" id="companies" aria-label="公司">
      <h2>
        公司 <small>份额合计 {total}%</small>
      </h2>
      <ul className="ed-rows">
        {LISTS.map(([name, label]) => (
          <li key={name} data-path={name}>
            <span className="ed-companies">
              <b>{label}</b> <Changed path={name} />
              {name === 'subCompany' ? (
                <i>{work.fields.subCompany.length} 家</i>
              ) : (
                work.fields[name].map((one) => (
                  <i key={one.name} title={one.name}>
                    {one.shortName ?? one.name}
                    {one.sharePercent !== undefined && <b className="num"> {one.sharePercent}%</b>}
                    {one.lead && ' 首席'}
                  </i>
                ))
              )}
            </span>
            {!readOnly && (
              <Button size="small" aria-label={`改${label}`} onClick={() => setOpen(name)}>
                改
              </Button>
            )}
          </li>
        ))}
      </ul>
      {problems.map((text) => (
        <p className="field-problem" key={text}>
          {text}
        </p>
      ))}
      {open && (
        <CompanyList
          label={LISTS.find(([name]) => name === open)?.[1] ?? ''}
          shares={open === 'insuranceCompany'}
          given={work.fields[open]}
          onClose={() => setOpen(null)}
          onDone={(companies) => work.change({ [open]: companies })}
        />
      )}
    </section>
  );
}

interface ListProps {
  readonly label: string;
  readonly shares: boolean;
  readonly given: readonly Company[];
  onClose(): void;
  onDone(companies: Company[]): void;
}

function CompanyList({ label, shares, given, onClose, onDone }: ListProps) {
  const [rows, setRows] = useState<Company[]>([...given]);
  const set = (at: number, change: Partial<Company>) =>
    setRows(rows.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const total = rows.reduce((sum, one) => sum + (one.sharePercent ?? 0), 0);
  return (
    <Dialog
      open
      width={shares ? 780 : 560}
      title={`改${label}`}
      okText="用这些"
      onCancel={onClose}
      onOk={() => {
        onDone(rows.filter(({ name }) => name.trim() !== ''));
        onClose();
      }}
    >
      <ul className="ed-list">
        {rows.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else of their own while they are typed
          <li key={at}>
            <Input
              aria-label={`第 ${at + 1} 家全称`}
              value={one.name}
              maxLength={60}
              onChange={(event) => set(at, { name: event.target.value })}
            />
            {shares && (
              <>
                <Input
                  style={{ width: 104 }}
                  placeholder="简称"
                  aria-label={`第 ${at + 1} 家简称`}
                  value={one.shortName ?? ''}
                  maxLength={8}
                  onChange={({ target }) => set(at, { shortName: target.value === '' ? undefined : target.value })}
                />
                <Input
                  className="num"
                  style={{ width: 84 }}
                  suffix="%"
                  inputMode="numeric"
                  aria-label={`第 ${at + 1} 家份额`}
                  value={one.sharePercent ?? ''}
                  onChange={({ target }) =>
                    /^(?:\d{0,2}|100)$/.test(target.value) &&
                    set(at, { sharePercent: target.value === '' ? undefined : Number(target.value) })
                  }
                />
                <Radio
                  checked={one.lead === true}
                  onChange={() =>
                    setRows(rows.map(({ lead: _, ...rest }, index) => (index === at ? { ...rest, lead: true } : rest)))
                  }
                >
                  首席
                </Radio>
              </>
            )}
            <Button aria-label={`去掉第 ${at + 1} 家`} onClick={() => setRows(rows.filter((_, index) => index !== at))}>
              去掉
            </Button>
          </li>
        ))}
      </ul>
      <Button icon={<Icon name="plus" size={16} />} onClick={() => setRows([...rows, { name: '' }])}>
        加一家
      </Button>
      {shares && <p className={total === 100 ? 'ed-hint' : 'field-problem'}>份额合计 {total}%，要正好 100%</p>}
    </Dialog>
  );
}
