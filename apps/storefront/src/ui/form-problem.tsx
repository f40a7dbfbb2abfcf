import { Notice } from './notice.tsx';

/** What has just gone wrong with a whole form, not with one field of it. */
export function FormProblem({ problem }: { problem: string | null | undefined }) {
  if (!problem) return null;
  return (
    <div className="mt3">
      <Notice tone="err" alert>
        {problem}
      </Notice>
    </div>
  );
}
