import { PageHead } from '../../app/page-head.tsx';
import { CatalogueView } from './catalogue-view.tsx';

/** The places where residents are helped face to face. */
export default function OutletsPage() {
  return (
    <div className="page">
      <PageHead title="网点" note="居民按城市找的服务点；改动先进草稿，另一个人同意后居民才看到" />
      <CatalogueView list="outlets" />
    </div>
  );
}
