import { Empty, Select, Skeleton } from 'antd';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { AddressChoice, useKnownChoice } from '../../app/filter-choice.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { editionOptions } from '../../parts/edition-options.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { longTime, shortTime } from '../../parts/when.ts';

const count = (number: number | null) => (number === null ? '—' : number.toLocaleString('zh-CN'));

/** What residents agree to, where, in which version, and how often. */
export default function AgreementsPage() {
  const address = useAddressFilter('after');
  const { given, set } = address;
  const { value, loading, problem, isUnknown, reload } = useCall('listAgreements', { edition: given('edition') });
  useKnownChoice(address, 'edition', editionOptions(value?.editions), isUnknown);
  const kinds = [...new Set(value?.agreements.map(({ kindLabel }) => kindLabel) ?? [])];
  const kind = kinds.find((one) => one === given('kind'));
  const rows = value?.agreements.filter(({ kindLabel }) => kind === undefined || kindLabel === kind) ?? [];
  return (
    <div className="page">
      <PageHead title="协议" note="居民同意的是哪一版都有记录；改文字在“页面与条款”，要两个人" />
      <search className="filters">
        <Select
          style={{ width: 260 }}
          aria-label="产品版本"
          value={value?.edition}
          loading={value === null && loading}
          options={editionOptions(value?.editions)}
          onChange={(edition: string) => set({ edition })}
        />
        <AddressChoice
          {...{ address, name: 'kind', label: '种类' }}
          options={kinds.map((one) => ({ value: one, label: one }))}
        />
        {value && (
          <span className="state-plain num">
            {value.at === null ? '还没有统计过' : `数据更新 ${shortTime(value.at)}`}
          </span>
        )}
      </search>
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-label="协议" aria-busy={loading}>
        {value === null && loading && <Skeleton active style={{ padding: 14 }} />}
        {value && (
          <div className="scroll-x">
            <table className="console-table">
              <caption className="sr-only">居民同意的协议、条款和授权书</caption>
              <thead>
                <tr>
                  <th scope="col">名称</th>
                  <th scope="col">种类</th>
                  <th scope="col">版本</th>
                  <th scope="col">开始用</th>
                  <th scope="col">在哪里给居民看</th>
                  <th scope="col">现在</th>
                  <th scope="col" className="right">
                    同意这一版
                  </th>
                  <th scope="col" className="right">
                    历来同意
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((one) => (
                  <tr key={one.key}>
                    <td className="wrap">
                      {one.hasPage ? (
                        <Link to={`/pages?edition=${value.edition}&page=${one.key}`}>{one.title}</Link>
                      ) : (
                        one.title
                      )}
                    </td>
                    <td>{one.kindLabel}</td>
                    <td className="num">
                      v{one.version}
                      {one.hasPage && one.versions > 1 && <small className="state-plain">　共 {one.versions} 版</small>}
                    </td>
                    <td className="num">{one.validFrom === null ? '随程序发布' : longTime(one.validFrom)}</td>
                    <td>{one.shownAt}</td>
                    <td>
                      {one.isWithheld ? (
                        <StateTag tone="error">没有在用的版本</StateTag>
                      ) : (
                        <StateTag tone="success">在用</StateTag>
                      )}
                    </td>
                    <td className="num right">{count(one.confirmed)}</td>
                    <td className="num right">{count(one.confirmedEver)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {value && rows.length === 0 && (
          <Empty style={{ padding: 24 }} description="没有这样的协议" image={Empty.PRESENTED_IMAGE_SIMPLE} />
        )}
        <p className="state-plain few">
          按订单和登录一次一次数；给家人填信息的授权随家人资料保存，不在这里数。授权书不分产品版本，数据范围不是全省的不显示次数。
        </p>
      </section>
    </div>
  );
}
