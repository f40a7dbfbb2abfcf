import type { ClaimRulesOfEditionValue } from '@huimin/contract/console';
import { Button, Empty, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { AskedRules } from './asked-rules.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { RuleTable } from './rule-table.tsx';
import './claim-rules.css';
import { longTime } from '../../parts/when.ts';

/** The rules by which claims are worked out: all versions, and the way to a next one. */
export default function ClaimRulesPage() {
  const address = useAddressFilter('after');
  const { value, problem, loading, reload } = useCall('listClaimRules', {});
  const editions = value?.editions ?? [];
  const chosen =
    editions.find(({ edition }) => edition === address.given('edition')) ??
    editions.find(({ edition }) => edition === value?.inForce) ??
    editions[0];
  return (
    <div className="page">
      <PageHead title="理赔规则" note="发布后不再改动；每个案件按保险公司报来时在用的那一版算">
        {chosen && (
          <Select
            aria-label="产品版本"
            style={{ width: 320 }}
            value={chosen.edition}
            onChange={(edition: string) => address.set({ edition, version: null })}
            options={editions.map(({ edition, editionName, saleLabel }) => ({
              value: edition,
              label: `${editionName} ${edition}，${saleLabel}`,
            }))}
          />
        )}
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      {value === null && loading && <Skeleton active />}
      {value && !chosen && <Empty description="没有您能看的产品版本" image={Empty.PRESENTED_IMAGE_SIMPLE} />}
      {chosen && <OneEdition key={chosen.edition} edition={chosen} reload={reload} />}
    </div>
  );
}

function OneEdition({ edition, reload }: { edition: ClaimRulesOfEditionValue; reload(): void }) {
  const address = useAddressFilter('after');
  const { may } = useSelf();
  const [writing, setWriting] = useState(false);
  const { versions, waiting } = edition;
  const shown = versions.find(({ rules }) => String(rules.version) === address.given('version')) ?? versions[0];
  if (writing && versions[0]) {
    return (
      <RuleEditor
        edition={edition}
        newest={versions[0].rules}
        onClose={(asked) => {
          setWriting(false);
          if (asked) reload();
        }}
      />
    );
  }
  return (
    <>
      {waiting && <AskedRules edition={edition} approval={waiting} reload={reload} />}
      <div className="rules-columns">
        <section className="panel" aria-label="各版">
          <div className="panel-head">
            <h2>各版</h2>
            <span className="space" />
            {may('edition.change') && waiting === null && versions.length > 0 && (
              <Button size="small" type="primary" ghost onClick={() => setWriting(true)}>
                写第 {(versions[0]?.rules.version ?? 0) + 1} 版
              </Button>
            )}
          </div>
          {versions.length === 0 ? (
            <Empty style={{ padding: 24 }} description="这个产品还没有规则" image={Empty.PRESENTED_IMAGE_SIMPLE} />
          ) : (
            <ul className="rule-versions">
              {versions.map(({ rules, publishedAt, publishedBy, reason }, index) => (
                <li key={rules.version} data-current={rules.version === shown?.rules.version || undefined}>
                  <button
                    type="button"
                    aria-pressed={rules.version === shown?.rules.version}
                    onClick={() => address.set({ version: index === 0 ? null : String(rules.version) })}
                  >
                    <b>
                      第 {rules.version} 版 {index === 0 && <StateTag tone="success">在用</StateTag>}
                    </b>
                    <span>{rules.label}</span>
                    <small className="num">
                      {longTime(publishedAt)} {publishedBy}
                    </small>
                    <small>{reason}</small>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </section>
        {shown && <RuleTable rules={shown.rules} plans={edition.plans} />}
      </div>
    </>
  );
}
