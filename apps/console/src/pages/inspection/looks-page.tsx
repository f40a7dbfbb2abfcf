import { Empty } from 'antd';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { dottedDays, longTimeSeconds } from '../../parts/when.ts';
import '../../parts/parts.css';

/** Everything that whoever is signed in looked at, as it stands in the audit log. */
export default function LooksPage() {
  const address = useAddressFilter('before');
  const { value, loading, problem, reload } = useCall('listOwnLooks', { before: address.cursor });
  return (
    <div className="page">
      <PageHead title="我的查看记录" note="每次查看都写入审计日志，运营方的审计管理员也看得到；只增不改" />
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel long-list" aria-label="查看记录" aria-busy={loading}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
        <section className="scroll-x" tabIndex={0} aria-label="查看记录，表格">
          <table className="console-table">
            <caption className="sr-only">我的查看记录，最新的在前</caption>
            <thead>
              <tr>
                <th scope="col" aria-sort="descending">
                  时间
                </th>
                <th scope="col">做了什么</th>
                <th scope="col">对象</th>
                <th scope="col">细节</th>
                <th scope="col">结果</th>
                <th scope="col">链</th>
              </tr>
            </thead>
            <tbody>
              {(value?.looks ?? []).map((look) => (
                <tr key={look.number}>
                  <td className="num">{longTimeSeconds(look.at)}</td>
                  <td>{look.title}</td>
                  <td className="num">{look.subject}</td>
                  <td className="wrap">{dottedDays(look.detail)}</td>
                  <td>{look.outcome === 'done' ? '已办' : <span className="state state-bad">没办成</span>}</td>
                  <td className="num">…{look.hash.slice(-4)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {value?.looks.length === 0 && (
          <Empty style={{ padding: 24 }} description="还没有看过什么" image={Empty.PRESENTED_IMAGE_SIMPLE} />
        )}
        <MoreRows filter={address} next={value?.next} labels={BY_TIME} />
      </section>
    </div>
  );
}
