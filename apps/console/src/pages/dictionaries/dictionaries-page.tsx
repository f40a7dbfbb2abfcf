import type { DictionaryLineValue } from '@huimin/contract/console';
import { Button, Skeleton } from 'antd';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { UP_AND_DOWN, useKeys } from '../../app/use-keys.ts';
import { ListKeys } from '../../parts/list-keys.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { DictionaryPanel } from './dictionary-panel.tsx';
import './dictionaries.css';

/** Coded lists that residents choose from: those whose words are ours, and those that the program fixes. */
export default function DictionariesPage() {
  const { given, set } = useAddressFilter('after');
  const { value, problem, reload } = useCall('listDictionaries', {});
  const rows = value?.dictionaries ?? [];
  const open = rows.find(({ dictionary }) => dictionary === given('open')) ?? rows[0];
  const step = (by: number) => {
    const at = open ? rows.indexOf(open) : -1;
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next) set({ open: next.dictionary });
  };
  useKeys({ j: () => step(1), k: () => step(-1) }, UP_AND_DOWN);
  return (
    <div className="page">
      <PageHead title="字典" note="居民选的固定选项；文字、顺序和能不能选由运营定，编码不变。改动要第二个人同意">
        <ListKeys />
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      {value === null && problem === null && <Skeleton active />}
      {value && (
        <div className="dictionaries-columns">
          <section className="panel" aria-label="全部字典">
            <div className="panel-head">
              <h2>全部 {rows.length}</h2>
            </div>
            <ul className="dictionary-names">
              {rows.map((one) => (
                <li key={one.dictionary} data-open={one === open}>
                  <Button
                    type="link"
                    className="row-link"
                    aria-current={one === open ? 'true' : undefined}
                    onClick={() => set({ open: one.dictionary })}
                  >
                    {one.title}
                  </Button>
                  <Owner line={one} />
                  <small className="state-plain">
                    {one.shownAt}　<span className="num">{countText(one)}</span>
                  </small>
                </li>
              ))}
            </ul>
            <p className="dictionary-others note">
              别处改的选项：中途参保原因在<Link to="/editions">产品版本</Link>，不能用的词在
              <Link to="/share-content?part=words">分享内容</Link>。
            </p>
          </section>
          {open && <DictionaryPanel key={open.dictionary} dictionary={open.dictionary} onChanged={reload} />}
        </div>
      )}
    </div>
  );
}

const countText = ({ offered, entries }: DictionaryLineValue) =>
  offered === entries ? `${entries} 项` : `${entries} 项，能选 ${offered}`;

function Owner({ line }: { line: DictionaryLineValue }) {
  if (line.isWaiting) return <StateTag tone="warn">待复核</StateTag>;
  return line.isOurs ? <StateTag tone="info">可以改 v{line.version}</StateTag> : <StateTag>程序固定</StateTag>;
}
