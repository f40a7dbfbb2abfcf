import { Alert, Drawer, Skeleton } from 'antd';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { longTime } from '../../parts/when.ts';

interface ShownDocumentProps {
  readonly trace: string;
  /** Null: none is open. */
  readonly sha256: string | null;
  onClose(): void;
}

/** The words that were shown in this recording, out of the store, and whether they are still those of their hash. */
export function ShownDocument({ trace, sha256, onClose }: ShownDocumentProps) {
  return (
    <Drawer title="当时原文" open={sha256 !== null} size={620} onClose={onClose}>
      {sha256 !== null && <Words trace={trace} sha256={sha256} />}
    </Drawer>
  );
}

function Words({ trace, sha256 }: { trace: string; sha256: string }) {
  const { value, loading, problem, reload } = useCall('readShownDocument', { trace, sha256 });
  if (value === null) {
    return (
      <>
        <LoadProblem problem={problem} onRetry={reload} />
        {loading && <Skeleton active />}
      </>
    );
  }
  const { title, version, whole, registered, blocks } = value;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keys scroll the text
    <article className="rp-words" tabIndex={0} aria-label={`${title}第 ${version} 版原文`}>
      <h2>
        {title} <small className="num">v{version}</small>
      </h2>
      {whole ? (
        <p className="rp-good rp-words-check">文字和登记的哈希一致，就是这次会话里显示的这一版</p>
      ) : (
        <Alert type="error" showIcon title="库里的文字和登记的哈希不一致，不能当作当时的原文" />
      )}
      <dl className="rp-facts-list">
        <dt>哈希</dt>
        <dd className="rp-hash">{sha256.toUpperCase()}</dd>
        <dt>登记</dt>
        <dd className="num">
          {registered === null ? '日志里还没有这一版' : `${longTime(registered.at)}，公开日志第 ${registered.entry} 条`}
        </dd>
      </dl>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <Block key={index} block={block} />
      ))}
    </article>
  );
}

type BlockValue = { readonly kind: string; readonly text?: string; readonly items?: readonly string[] };

function Block({ block: { kind, text, items } }: { block: BlockValue }) {
  if (kind === 'heading') return <h3>{text}</h3>;
  if (kind === 'list') {
    return (
      <ul>
        {(items ?? []).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  }
  return <p>{kind === 'strong' ? <strong>{text}</strong> : text}</p>;
}
