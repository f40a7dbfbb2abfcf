import { Alert, App, Button } from 'antd';
import { useCall } from '../../api/use-call.ts';
import { Dialog } from '../../app/dialog.tsx';
import { ExportButton } from '../../app/export-button.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';

/** Draws the sample once more, and says how anybody does it without this program. */
export function RepeatDialog({ sampleNo, onClose }: { sampleNo: string; onClose(): void }) {
  const { value, problem, reload } = useCall('repeatSample', { sampleNo });
  const { message } = App.useApp();
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => message.success('已复制命令'),
      () => message.error('没有复制成，请手动选中'),
    );
  return (
    <Dialog open isTold title="重算核对" width={760} okText="知道了" onOk={onClose} onCancel={onClose}>
      <LoadProblem problem={problem} onRetry={reload} />
      {value === null && problem === null && <p aria-busy="true">正在从头再抽一次…</p>}
      {value && (
        <>
          <Alert
            showIcon
            type={value.same ? 'success' : 'error'}
            title={
              value.same
                ? `一致：${value.population.toLocaleString('zh-CN')} 笔里抽到同一批`
                : `不一致：现在有 ${value.population.toLocaleString('zh-CN')} 笔。对不上的：${value.differing.join('、') || '总数'}`
            }
          />
          <p className="repeat-lead">
            不用这个系统也能核对：导出总体的订单号，每行一个存成 orders.txt（去掉标题行），在 Linux 或 macOS
            的终端里运行：
          </p>
          <pre className="recipe">{value.recipe}</pre>
          <span className="filters">
            <Button icon={<Icon name="copy" size={16} />} onClick={() => copy(value.recipe)}>
              复制命令
            </Button>
            <ExportButton kind="inspection-orders" title="抽样总体的订单号" filter={{ sample: sampleNo }} />
          </span>
        </>
      )}
    </Dialog>
  );
}
