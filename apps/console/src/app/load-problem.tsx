import { Alert, Button } from 'antd';

interface Props {
  readonly problem: string | null;
  /** There is no such thing: to try again does not help. */
  readonly isUnknown?: boolean;
  onRetry(): void;
  /** Leads away from what is not there, to its list. */
  onLeave?(): void;
}

/** What could not be loaded, and the way to try again; of what is not there, why that can be and the way to what is. */
export function LoadProblem({ problem, isUnknown = false, onRetry, onLeave }: Props) {
  if (problem === null) return null;
  const isNone = isUnknown && onLeave !== undefined;
  return (
    <Alert
      type="warning"
      showIcon
      title={isNone ? `${problem}。请核对地址里的编号，或者从列表里选；不在您数据范围里的看不到` : problem}
      action={
        <Button size="small" onClick={isNone ? onLeave : onRetry}>
          {isNone ? '看列表' : '再试一次'}
        </Button>
      }
    />
  );
}
