import { Alert, Button } from 'antd';

/** What could not be loaded, and the way to try again. */
export function LoadProblem({ problem, onRetry }: { problem: string | null; onRetry(): void }) {
  if (problem === null) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={problem}
      action={
        <Button size="small" onClick={onRetry}>
          再试一次
        </Button>
      }
    />
  );
}
