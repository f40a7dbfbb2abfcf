import { App, Button, Drawer, Empty, Popconfirm, Skeleton } from 'antd';
import { call, fileAddress, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { longTime } from '../../parts/when.ts';
import type { ListWish } from './list-wish.ts';

interface Props {
  readonly wish: ListWish;
  readonly mayRestore: boolean;
  onClose(): void;
  onRestored(): void;
}

/** The versions of a list: by whom, when and why; each as a file, and the way back to it through a draft. */
export function VersionsDrawer({ wish, mayRestore, onClose, onRestored }: Props) {
  const { message } = App.useApp();
  const { list, edition } = wish;
  const { value, loading, problem, reload } = useCall('listCatalogueVersions', { list, edition });
  const restore = (version: number) =>
    call('restoreCatalogue', { ...wish, version }).then(
      () => {
        message.success(`第 ${version} 版已成草稿，看过差别再送审`);
        onRestored();
      },
      (fault) => message.error(sentenceOf(fault)),
    );
  return (
    <Drawer
      open
      size={460}
      title="历史版本"
      onClose={onClose}
      extra={<a href={fileAddress('downloadCatalogue', { list, edition, version: 0 })}>下载模板</a>}
    >
      <LoadProblem problem={problem} onRetry={reload} />
      {value === null && loading && <Skeleton active />}
      {value?.versions.length === 0 && <Empty description="还没有发布过" image={Empty.PRESENTED_IMAGE_SIMPLE} />}
      {value?.versions.map(({ version, rowCount, by, publishedAt, reason, isShown }) => (
        <article className="request" key={version} aria-labelledby={`version-${version}`}>
          <h3 id={`version-${version}`}>
            第 {version} 版<span className="account num">{rowCount} 行</span>
            {isShown && <StateTag tone="success">居民看到的</StateTag>}
          </h3>
          <p className="num">
            {longTime(publishedAt)}　{by}
          </p>
          {reason !== null && <p>原因：{reason}</p>}
          <div className="act">
            <Button size="small" href={fileAddress('downloadCatalogue', { list, edition, version })}>
              下载
            </Button>
            {mayRestore && !isShown && (
              <Popconfirm
                title={`用第 ${version} 版做草稿？`}
                description="现在的草稿会被替换；送审、有人同意后居民才看到"
                okText="做成草稿"
                cancelText="不用"
                onConfirm={() => restore(version)}
              >
                <Button size="small">回到这一版</Button>
              </Popconfirm>
            )}
          </div>
        </article>
      ))}
    </Drawer>
  );
}
