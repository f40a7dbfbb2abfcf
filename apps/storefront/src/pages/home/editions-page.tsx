import './editions-page.css';
import type { EditionSummaryValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { POLICY_STATUS } from '@huimin/domain/policy';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useProduct } from '../../context/index.ts';
import { isKnownLoggedOut } from '../../features/account/login-memory.ts';
import {
  changes,
  columnsOf,
  columnTitle,
  compareRows,
  earlierEditions,
  editionTitle,
  type PlanColumn,
} from '../../features/plans/compare-plans.ts';
import { EditionRow } from '../../features/sale/edition-row.tsx';
import { yuanText } from '../../features/sale/sale-words.ts';
import { Bar, Button, Card, EmptyState, Page, Row, Section, Skeleton, Tag } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

const HOLDING: readonly number[] = [POLICY_STATUS.notYetInForce, POLICY_STATUS.inForce, POLICY_STATUS.changing];

/** #/editions: this year's plan beside those of an earlier edition, and what else is sold. */
export default function EditionsPage() {
  const product = useProduct();
  const editions = useCall(calls.productQuery, {}, { overlay: false, quietFailure: true });
  const [askedCode, setAskedCode] = useState<string | null>(null);
  const title = '各版对比';
  if (!editions.value && editions.failure) {
    return <LoadProblem title={title} failure={editions.failure} onReload={editions.reload} />;
  }
  const all = editions.value ?? [];
  const present = all.find(({ editionCode }) => editionCode === product.editionCode);
  const earlier = earlierEditions(all, product.editionYear);
  const other = earlier.find(({ editionCode }) => editionCode === askedCode) ?? earlier[0];
  if (!editions.value) {
    return (
      <Page title={title}>
        <Card>
          <Skeleton lines={[120, 44, 44, 44, 44, 44]} />
        </Card>
      </Page>
    );
  }
  if (!present || !other) {
    return (
      <Page title={title}>
        <EmptyState title="没有以前的版本可以比" action={<Button href="#/index">回首页</Button>} />
      </Page>
    );
  }
  const others = all.filter((edition) => edition.onSale && edition.editionCode !== product.editionCode);
  return (
    <Compared
      present={present}
      other={other}
      chips={earlier}
      onChoose={setAskedCode}
      elsewhere={others.filter(({ editionYear }) => editionYear >= product.editionYear)}
    />
  );
}

type Props = {
  present: EditionSummaryValue;
  other: EditionSummaryValue;
  /** Earlier editions to choose from. */
  chips: readonly EditionSummaryValue[];
  onChoose: (code: string) => void;
  /** Other editions on sale now. */
  elsewhere: readonly EditionSummaryValue[];
};

function Compared({ present, other, chips, onChoose, elsewhere }: Props) {
  const elder = useElderMode();
  const [mine, ...dearer] = columnsOf(present);
  const before = columnsOf(other);
  const [first] = before;
  if (!mine || !first) return null;
  const columns = [...before, mine];
  const rows = compareRows(columns);
  const changed = changes(first, mine);
  const year = present.editionYear;
  return (
    <Page
      title={`${editionTitle(other, chips)}和 ${year} 版`}
      lead="放在一起看，再决定怎么买"
      bar={
        <Bar>
          <Button kind="neutral" href="#/agreement">
            看条款
          </Button>
          {present.onSale ? (
            <Button href="#/beforeAuthUser">{elder ? '给家人买' : `选 ${year} 的家人`}</Button>
          ) : (
            <Button href="#/voucher_list">查我的保单</Button>
          )}
        </Bar>
      }
    >
      {chips.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: toggle buttons, no form fields
        <div className="edition-chips" role="group" aria-label="和哪一版比">
          {chips.map((edition) => (
            <button
              key={edition.editionCode}
              type="button"
              aria-pressed={edition === other}
              onClick={() => onChoose(edition.editionCode)}
            >
              和 {editionTitle(edition, chips)}比
            </button>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the screen is scrolled by keyboard too */}
      <section className="card compare" aria-label="对比表" tabIndex={0}>
        <table>
          <caption className="sr-only">{columns.map(columnTitle).join('、')}对比</caption>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th scope="col" key={column.key} className={column === mine ? 'compare-now' : undefined}>
                  {column.year}
                  <br />
                  {column.name}
                  <b>{yuanText(column.premiumFen)}</b>
                  <small>元 / 年</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ subject, measure, cells }) => (
              <tr key={`${subject} ${measure}`}>
                <th scope="row">
                  {subject}
                  {measure && <br />}
                  {measure}
                </th>
                {columns.map((column, index) => (
                  <td key={column.key} className={cellClass(column === mine, cells[index] !== cells[0])}>
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">保障年度</th>
              {columns.map((column) => (
                <td key={column.key} className={cellClass(column === mine, false)}>
                  {column.year} 年
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">现在</th>
              {columns.map((column) => (
                <td key={column.key} className={column === mine ? 'compare-now' : undefined}>
                  <Tag tone={column.onSale ? 'ok' : 'neutral'}>{column.onSale ? '参保中' : '已停售'}</Tag>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
      {dearer.map((column) => (
        <AlsoSold key={column.key} column={column} edition={present} />
      ))}
      {elsewhere.map((edition) => (
        <EditionRow key={edition.editionCode} edition={edition} words="也在参保" />
      ))}
      <Section
        title={
          changed.length > 0
            ? `和 ${columnTitle(first)}比，变了 ${changed.length} 处`
            : `和 ${columnTitle(first)}比，价格和上面各项没有变`
        }
      >
        {changed.length > 0 && (
          <Card>
            <ul className="compare-changes">
              {changed.map(({ label, before: was, after }) => (
                <li key={label}>
                  <span>{label}</span>
                  <span className="num">
                    {was} → <b>{after}</b>
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Section>
      {!isKnownLoggedOut() && <Held />}
      <p className="note mt3">停售以后，保单和理赔照常可以查。以各版保险条款为准。</p>
    </Page>
  );
}

function cellClass(isNow: boolean, isOther: boolean): string {
  return ['num', isNow && 'compare-now', isNow && isOther && 'compare-up'].filter(Boolean).join(' ');
}

/** A dearer plan of this year's edition. */
function AlsoSold({ column, edition }: { column: PlanColumn; edition: EditionSummaryValue }) {
  const plan = edition.plans.find(({ name }) => name === column.name);
  const note = [`${yuanText(column.premiumFen)} 元 / 年`, ...(plan?.adds ?? [])].join('，');
  const label = <b>{`${column.year} 也有${column.name}`}</b>;
  return (
    <Card flush className="mt3">
      <Row
        {...(edition.onSale && plan ? { href: `#/beforeAuthUser?plan=${plan.code}` } : {})}
        label={label}
        note={note}
      />
    </Card>
  );
}

/** 您家现在的: the cover that this person's family has, by edition and plan. */
function Held() {
  const policies = useCall(
    calls.selectListPolicy,
    { limit: 50 },
    { overlay: false, quietFailure: true, forEverybody: true },
  );
  const holding = (policies.value?.policies ?? []).filter(({ status }) => HOLDING.includes(status));
  const groups = new Map<string, typeof holding>();
  for (const policy of holding) {
    const key = [policy.productName, policy.planName ?? '', policy.invalidDate].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), policy]);
  }
  if (groups.size === 0) return null;
  return (
    <Section title="您家现在的">
      <Card flush>
        {[...groups].map(([key, [first, ...more]]) =>
          first ? (
            <Row
              key={key}
              href={`#/orderDetail?orderNo=${first.orderNo}`}
              label={[first, ...more].map(({ insuredName }) => insuredName).join('、')}
              note={`${first.productName}${first.planName ? ` ${first.planName}` : ''}，保障到 ${formatDotDate(first.invalidDate)}`}
              value="看保单"
            />
          ) : null,
        )}
      </Card>
    </Section>
  );
}
