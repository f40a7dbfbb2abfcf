import { formatYuan } from '@huimin/domain/money';
import { Alert, Empty, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { call, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Dialog } from '../../app/dialog.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { shortTime } from '../../parts/when.ts';
import '../../parts/board.css';

const LOOK_AGAIN_MS = 2_000;

/** The ledger as it was last added up: every account, every provider's money, and whether all of it agrees. */
export function TrialBalance({ onClose }: { onClose(): void }) {
  const { value: shown, loading, problem, reload } = useCall('showTrialBalance', {});
  const [refusal, setRefusal] = useState<string | null>(null);
  const value = shown?.balance ?? null;
  const isAwaited = shown?.isAwaited ?? false;
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setInterval(reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAwaited, reload]);
  const takeAgain = () => {
    setRefusal(null);
    call('takeTrialBalance', {}).then(reload, (fault) => setRefusal(sentenceOf(fault)));
  };
  return (
    <Dialog
      open
      width={860}
      title="试算平衡"
      okText={shown?.mayAsk ? '再算一次' : '知道了'}
      cancelText="关上"
      isTold={shown?.mayAsk !== true}
      onOk={shown?.mayAsk ? takeAgain : onClose}
      onCancel={onClose}
      okButtonProps={{ disabled: isAwaited && shown?.mayAsk === true }}
    >
      <LoadProblem problem={problem ?? refusal} onRetry={refusal === null ? reload : takeAgain} />
      {shown === null && loading && <Skeleton active />}
      <p role="status" className="dialog-lead">
        {value !== null && isAwaited && '正在再算，算好自动换上'}
      </p>
      {shown !== null && value === null && (
        <Empty description="第一次正在算，几秒到几分钟，算好就显示在这里" image={Empty.PRESENTED_IMAGE_SIMPLE} />
      )}
      {value && (
        <>
          <Alert
            type={value.isRight ? 'success' : 'error'}
            showIcon
            title={value.isRight ? '账平' : '账不平，请告诉系统管理员，按下面标出的各处查'}
            description={`${shortTime(value.at)} 的账：已入账 ${value.facts.posted} 笔，待入账 ${value.facts.waiting} 笔，逾时未入账 ${value.facts.overdue} 笔，与事实不符 ${value.facts.wrong} 笔${
              value.overdrawnGroups === 0 ? '' : `；${value.overdrawnGroups} 个团体用掉或退回的款超过转来的款`
            }`}
          />
          <div className="scroll-x" style={{ marginTop: 16 }}>
            <table className="console-table">
              <caption className="sr-only">科目余额</caption>
              <thead>
                <tr>
                  <th scope="col">科目</th>
                  <th scope="col" className="right">
                    借方（元）
                  </th>
                  <th scope="col" className="right">
                    贷方（元）
                  </th>
                  <th scope="col" className="right">
                    余额（元）
                  </th>
                  <th scope="col" className="right">
                    笔数
                  </th>
                </tr>
              </thead>
              <tbody>
                {value.accounts.map((one) => (
                  <tr key={one.account}>
                    <td>{one.label}</td>
                    <td className="num right">{formatYuan(one.debitFen)}</td>
                    <td className="num right">{formatYuan(one.creditFen)}</td>
                    <td className="num right">{formatYuan(one.balanceFen)}</td>
                    <td className="num right">{one.postings}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row" className="board-name">
                    合计
                  </th>
                  <td />
                  <td />
                  <td className="num right">{formatYuan(value.totalFen)}</td>
                  <td />
                </tr>
              </tfoot>
            </table>
          </div>
          {value.clearing.length > 0 && (
            <div className="scroll-x" style={{ marginTop: 16 }}>
              <table className="console-table">
                <caption className="sr-only">各渠道的款和账上的待清算</caption>
                <thead>
                  <tr>
                    <th scope="col">渠道</th>
                    <th scope="col" className="right">
                      收款（元）
                    </th>
                    <th scope="col" className="right">
                      已退（元）
                    </th>
                    <th scope="col" className="right">
                      挂账（元）
                    </th>
                    <th scope="col" className="right">
                      待清算（元）
                    </th>
                    <th scope="col">相符</th>
                  </tr>
                </thead>
                <tbody>
                  {value.clearing.map((one) => (
                    <tr key={one.provider}>
                      <td>{one.label}</td>
                      <td className="num right">{formatYuan(one.paymentsFen)}</td>
                      <td className="num right">{formatYuan(one.refundsFen)}</td>
                      <td className="num right">{formatYuan(one.heldFen)}</td>
                      <td className="num right">{formatYuan(one.clearingFen)}</td>
                      <td>
                        <StateTag tone={one.isRight ? 'success' : 'error'}>{one.isRight ? '相符' : '不符'}</StateTag>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
