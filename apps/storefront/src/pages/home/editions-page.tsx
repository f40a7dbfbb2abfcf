import './editions-page.css';
import type { EditionSummaryValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { saidYuan } from '@huimin/domain/money';
import { POLICY_STATUS } from '@huimin/domain/policy';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useKeptState, useProduct } from '../../context/index.ts';
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
import { FEW_PLANS } from '../../features/plans/few-plans.ts';
import { EditionRow } from '../../features/sale/edition-row.tsx';
import { Bar, Button, Card, EmptyState, Page, Row, Section, Skeleton, Tag } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

const HOLDING: readonly number[] = [POLICY_STATUS.notYetInForce, POLICY_STATUS.inForce, POLICY_STATUS.changing];

/** Chosen in place of an earlier edition: this year's plans beside each other. */
const OWN = 'own';

/** #/editions: this year's plans beside each other or beside those of an earlier edition, and what else is sold. */
export default function EditionsPage() {
  const product = useProduct();
  const editions = useCall(calls.productQuery, {}, { overlay: false, quietFailure: true });
  const [askedCode, setAskedCode] = useKeptState<string | null>('other', null);
  const title = '各版对比';
  if (!editions.value && editions.failure) {
    return <LoadProblem title={title} failure={editions.failure} onReload={editions.reload} />;
  }
  const all = editions.value ?? [];
  const present = all.find(({ editionCode }) => editionCode === product.editionCode);
  const earlier = earlierEditions(all, product.editionYear);
  const ownPlans = present?.plans.length ?? 0;
  const asked = askedCode ?? (ownPlans > FEW_PLANS || earlier.length === 0 ? OWN : null);
  const other =
    asked === OWN && ownPlans > 1 ? null : (earlier.find(({ editionCode }) => editionCode === asked) ?? earlier[0]);
  if (!editions.value) {
    return (
      <Page title={title}>
        <Card>
          <Skeleton lines={[120, 44, 44, 44, 44, 44]} />
        </Card>
      </Page>
    );
  }
  if (!present || other === undefined) {
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
  /** Null: this year's plans are beside each other. */
  other: EditionSummaryValue | null;
  /** Earlier editions to choose from. */
  chips: readonly EditionSummaryValue[];
  onChoose: (code: string) => void;
  /** Other editions on sale now. */
  elsewhere: readonly EditionSummaryValue[];
};

function Compared({ present, other, chips, onChoose, elsewhere }: Props) {
  const elder = useElderMode();
  const own = columnsOf(present);
  const [mine, ...dearer] = own;
  const before = other ? columnsOf(other) : [];
  if (!mine || (other && before.length === 0)) return null;
  const columns = other ? [...before, mine] : own;
  const rows = compareRows(columns).map((row) => ({
    ...row,
    // This year's beside a former one's, or each beside the one before it.
    isUp: (at: number) =>
      other ? columns[at] === mine && row.cells[at] !== row.cells[0] : at > 0 && row.cells[at] !== row.cells[at - 1],
  }));
  const year = present.editionYear;
  return (
    <Page
      title={other ? `${editionTitle(other, chips)}和 ${year} 版` : `${year} 版 ${own.length} 款`}
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
      <Chips {...{ own: own.length, other, chips, onChoose }} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the screen is scrolled by keyboard too */}
      <section className="card compare" aria-label="对比表" tabIndex={0}>
        <table>
          <caption className="sr-only">{columns.map(columnTitle).join('、')}对比</caption>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th scope="col" key={column.key} className={other && column === mine ? 'compare-now' : undefined}>
                  {column.year}
                  <br />
                  {column.name}
                  <b>{saidYuan(column.premiumFen)}</b>
                  <small>元 / 年</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ subject, measure, cells, isUp }) => (
              <tr key={`${subject} ${measure}`}>
                <th scope="row">
                  {subject}
                  {measure && <br />}
                  {measure}
                </th>
                {columns.map((column, index) => (
                  <td key={column.key} className={cellClass(other !== null && column === mine, isUp(index))}>
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">保障年度</th>
              {columns.map((column) => (
                <td key={column.key} className={cellClass(other !== null && column === mine, false)}>
                  {column.year} 年
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">现在</th>
              {columns.map((column) => (
                <td key={column.key} className={other && column === mine ? 'compare-now' : undefined}>
                  <Tag tone={column.onSale ? 'ok' : 'neutral'}>{column.onSale ? '参保中' : '已停售'}</Tag>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
      {(other ? dearer : own).map((column) => (
        <AlsoSold key={column.key} column={column} edition={present} isOther={other !== null} />
      ))}
      {elsewhere.map((edition) => (
        <EditionRow key={edition.editionCode} edition={edition} words="也在参保" />
      ))}
      {other && before[0] && <Changed from={before[0]} to={mine} />}
      {!isKnownLoggedOut() && <Held />}
      <p className="note mt3">停售以后，保单和理赔照常可以查。以各版保险条款为准。</p>
    </Page>
  );
}

type ChipsProps = Pick<Props, 'other' | 'chips' | 'onChoose'> & { own: number };

/** What to compare with: nothing to choose where there is one thing. */
function Chips({ own, other, chips, onChoose }: ChipsProps) {
  if (chips.length + (own > 1 ? 1 : 0) < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: toggle buttons, no form fields
    <div className="edition-chips" role="group" aria-label="和哪一版比">
      {own > 1 && (
        <button type="button" aria-pressed={other === null} onClick={() => onChoose(OWN)}>
          今年 {own} 款比
        </button>
      )}
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
  );
}

/** What changed from an earlier edition's first plan to this year's. */
function Changed({ from, to }: { from: PlanColumn; to: PlanColumn }) {
  const changed = changes(from, to);
  return (
    <Section
      title={
        changed.length > 0
          ? `和 ${columnTitle(from)}比，变了 ${changed.length} 处`
          : `和 ${columnTitle(from)}比，价格和上面各项没有变`
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
  );
}

function cellClass(isNow: boolean, isUp: boolean): string {
  return ['num', isNow && 'compare-now', isUp && 'compare-up'].filter(Boolean).join(' ');
}

/** A plan of this year's edition: to be chosen, or beside the one in the table. */
function AlsoSold({
  column,
  edition,
  isOther,
}: {
  column: PlanColumn;
  edition: EditionSummaryValue;
  isOther: boolean;
}) {
  const plan = edition.plans.find(({ name }) => name === column.name);
  const note = [`${saidYuan(column.premiumFen)} 元 / 年`, ...(plan?.adds ?? [])].join('，');
  const label = <b>{isOther ? `${column.year} 也有${column.name}` : column.name}</b>;
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
