import './must-read.css';
import { setElderMode, useElderMode } from '../../context/index.ts';
import { Icon, iconCheckCircle, Row, Section } from '../../ui/index.ts';
import { DocumentSheet } from './document-sheet.tsx';
import type { MustRead } from './use-must-read.ts';

/** The documents as rows, each with whether it was read. */
export function ReadingSection({ reading: { documents, unread, isRead, begin } }: { reading: MustRead }) {
  const elder = useElderMode();
  const title = elder ? '要读的文件' : `请逐份读完（${documents.length - unread.length} / ${documents.length}）`;
  return (
    <Section title={title}>
      <ul className="card card-flush">
        {documents.map((document) => (
          <li key={document.key}>
            <Row
              label={document.title}
              value={
                isRead(document) ? (
                  <span className="read-state ok">
                    <Icon name={iconCheckCircle} size={elder ? 24 : 18} />
                    已读完
                  </span>
                ) : (
                  <span className="read-state red">还没读</span>
                )
              }
              onPress={() => begin(document.key)}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type SheetProps = {
  reading: MustRead;
  /** The edition whose texts they are. */
  productId: string;
  /** After each document that was read. */
  onRead?: () => void;
};

/** The one that is open, with its place among the others. */
export function ReadingSheet({ reading, productId, onRead }: SheetProps) {
  const { documents, unread, open, isRead, close, finish } = reading;
  const elder = useElderMode();
  return (
    <DocumentSheet
      pageKey={open}
      title={documents.find(({ key }) => key === open)?.title ?? ''}
      productId={productId}
      steps={documents.map((document) => ({
        key: document.key,
        label: document.title,
        state: document.key === open ? 'now' : isRead(document) ? 'done' : 'todo',
      }))}
      onClose={close}
      onRead={({ pageKey, version }) => {
        finish({ key: pageKey, version });
        onRead?.();
      }}
      readText={unread.length > 1 ? '读完了，看下一份' : '读完了'}
      onLargeText={elder ? undefined : () => setElderMode(true)}
    />
  );
}
