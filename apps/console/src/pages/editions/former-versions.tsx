import type { EditionVersionValue } from '@huimin/contract/console';
import { Button, Drawer, Skeleton } from 'antd';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { longTime } from '../../parts/when.ts';
import { DifferenceList } from './difference-list.tsx';

interface Props {
  readonly edition: string;
  /** Makes a draft of what residents saw then; not there for whoever may not, or while there is a draft. */
  readonly onRedo?: (version: number) => void;
  onClose(): void;
}

/** What residents saw of an edition, the newest first. */
export function FormerVersions({ edition, onRedo, onClose }: Props) {
  const { value, problem, reload } = useCall('listEditionVersions', { edition });
  return (
    <Drawer open size={460} title="历史版本" onClose={onClose}>
      <LoadProblem problem={problem} onRetry={reload} />
      {value === null && problem === null && <Skeleton active />}
      {value?.versions.map((one) => (
        <Version key={one.version} one={one} onRedo={one.isLive ? undefined : onRedo} />
      ))}
    </Drawer>
  );
}

function Version({ one, onRedo }: Pick<Props, 'onRedo'> & { readonly one: EditionVersionValue }) {
  const { version, publishedAt, isLive, editors, approvedBy, differences } = one;
  return (
    <article className="request" aria-label={`v${version}`}>
      <h3>
        v{version} {isLive && <StateTag tone="success">居民看到的</StateTag>}
      </h3>
      <p>
        <span className="num">{longTime(publishedAt)}</span> 发布，
        {editors.length === 0 ? '不是在这里改的' : `${editors.join('、')} 改，${approvedBy.join('、')} 同意`}
      </p>
      {differences === null && <p>更早的没有存下</p>}
      {differences?.length === 0 && <p>和上一版没有不同</p>}
      {differences && <DifferenceList differences={differences} />}
      {onRedo && (
        <Button size="small" onClick={() => onRedo(version)}>
          照 v{version} 重做草稿
        </Button>
      )}
    </article>
  );
}
