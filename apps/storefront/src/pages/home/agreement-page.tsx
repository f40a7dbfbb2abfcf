import { useState } from 'react';
import { useProduct } from '../../context/index.ts';
import { DocumentSheet } from '../../features/documents/document-sheet.tsx';
import { Card, EmptyState, Icon, iconDocument, Page, Row } from '../../ui/index.ts';

/** 相关协议: every document of the edition, each opens for reading. */
export default function AgreementPage() {
  const { documents, proName } = useProduct();
  const [open, setOpen] = useState<{ key: string; title: string } | null>(null);
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
                  onPress={() => setOpen(document)}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <DocumentSheet pageKey={open?.key ?? null} title={open?.title ?? ''} onClose={() => setOpen(null)} />
    </Page>
  );
}
