import { useProduct, useQuery } from '../../context/index.ts';
import { Card, EmptyState, Icon, iconDocument, Page, Row } from '../../ui/index.ts';
import { DocumentPage } from './document-page.tsx';

/** 相关协议: every document of the edition; `key`, and `version` of a former one, lead to a document itself. */
export default function AgreementPage() {
  const { documents, proName } = useProduct();
  const query = useQuery();
  const pageKey = query.get('key');
  if (pageKey !== null) return <DocumentPage pageKey={pageKey} />;
  return (
    <Page title="相关协议" lead={`${proName} 的条款、告知和协议`}>
      {documents.length === 0 ? (
        <EmptyState title="协议还没有发布" lead="请稍后再来看，或拨打服务电话" />
      ) : (
        <Card flush>
          <ul>
            {documents.map((document) => (
              <li key={document.key}>
                <Row
                  icon={<Icon name={iconDocument} className="red" />}
                  label={document.title}
                  value={`第 ${document.version} 版`}
                  href={`#/agreement?key=${document.key}`}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}
