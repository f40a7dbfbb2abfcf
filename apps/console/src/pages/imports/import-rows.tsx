import type { ImportChangeValue } from '@huimin/contract/console';
import { Empty } from 'antd';
import type { Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_NAME, MoreRows } from '../../app/more-rows.tsx';
import { Segments } from '../../app/segments.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { StateTag } from '../../parts/state-tag.tsx';

type Whole = Outputs['showImport'];

/** Rows that are not right; of a list that waits also what it would change. */
export function ImportRows({ one }: { one: Whole }) {
  const address = useAddressFilter('after');
  const hasChanges = one.isWhole && one.status === 'read';
  const which = hasChanges && (address.given('rows') ?? (one.rows.bad > 0 ? 'problems' : 'changes')) === 'changes';
  const { added, changed, gone } = one.differs;
  return (
    <>
      {hasChanges && (
        <div className="import-bar">
          <Segments
            value={which ? 'changes' : 'problems'}
            onChange={(next) => address.set({ rows: next })}
            options={[
              { value: 'problems', label: `要改 ${one.rows.bad.toLocaleString('zh-CN')} 行` },
              { value: 'changes', label: `和现在的差别 ${(added + changed + gone).toLocaleString('zh-CN')} 行` },
            ]}
          />
        </div>
      )}
      {which ? (
        <Changes changes={one.changes} all={added + changed + gone} />
      ) : (
        <Problems key={`${one.rows.bad} ${one.status}`} one={one} />
      )}
    </>
  );
}

function Problems({ one }: { one: Whole }) {
  const address = useAddressFilter('after');
  const { value, loading, problem, reload } = useCall('listImportProblems', {
    importNo: one.importNo,
    after: address.cursor,
  });
  if (one.rows.bad === 0) {
    return <Empty style={{ padding: 24 }} description="没有要改的行" image={Empty.PRESENTED_IMAGE_SIMPLE} />;
  }
  return (
    <>
      <LoadProblem problem={problem} onRetry={reload} />
      <div className="scroll-x" aria-busy={loading}>
        <table className="console-table">
          <caption className="sr-only">要改的行，按行号</caption>
          <thead>
            <tr>
              <th scope="col" className="right">
                行号
              </th>
              <th scope="col">哪一列</th>
              <th scope="col">哪里不对</th>
              <th scope="col">怎么改</th>
            </tr>
          </thead>
          <tbody>
            {value?.problems.map(({ line, column, problem: wrong, fix }) => (
              <tr key={line}>
                <td className="num right">{line.toLocaleString('zh-CN')}</td>
                <td className="wrap">{column === '' ? '整行' : column}</td>
                <td className="wrap import-bad">{wrong}</td>
                <td className="wrap">{fix}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <MoreRows filter={address} next={value?.next} labels={BY_NAME} />
    </>
  );
}

const AGAINST = {
  added: { label: '新增', tone: 'success' },
  changed: { label: '改', tone: 'info' },
  gone: { label: '去掉', tone: 'error' },
} as const;

function Changes({ changes, all }: { changes: readonly ImportChangeValue[]; all: number }) {
  if (changes.length === 0) {
    return <Empty style={{ padding: 24 }} description="和现在的一样" image={Empty.PRESENTED_IMAGE_SIMPLE} />;
  }
  return (
    <>
      <div className="scroll-x">
        <table className="console-table">
          <caption className="sr-only">和现在的差别</caption>
          <thead>
            <tr>
              <th scope="col">差别</th>
              <th scope="col">编号</th>
              <th scope="col">名称</th>
              <th scope="col">现在 → 导入后</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((one) => (
              <tr key={`${one.against} ${one.key}`}>
                <td>
                  <StateTag tone={AGAINST[one.against].tone}>{AGAINST[one.against].label}</StateTag>
                </td>
                <td className="num">{one.key}</td>
                <td className="wrap">{one.title}</td>
                <td className="wrap">
                  {one.changes.map(({ column, from, to }) => (
                    <span key={column} className="import-change">
                      {column}：<del>{from || '（空）'}</del> → <ins>{to || '（空）'}</ins>
                    </span>
                  ))}
                  {one.against === 'gone' && '文件里没有，导入后不再显示'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all > changes.length && (
        <p className="import-hint" style={{ padding: '8px 14px' }}>
          先列 {changes.length} 处，共 {all.toLocaleString('zh-CN')} 处
        </p>
      )}
    </>
  );
}
