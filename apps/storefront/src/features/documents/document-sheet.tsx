import type { PublishedDocumentValue } from '@huimin/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { calls } from '../../api/calls.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useCall } from '../../api/use-call.ts';
import { canReadAloud } from '../../channel/can-read-aloud.ts';
import { Button, ErrorState, Sheet, Skeleton, useLaterPart } from '../../ui/index.ts';
import { DocumentText } from './document-text.tsx';
import type { ListeningProps } from './listening-part.tsx';
import { useReading } from './use-reading.ts';
import { useReadingMarks } from './use-reading-marks.ts';
import './document-text.css';

const loadListening = () => import('./listening-part.tsx');

export type ReadingStep = { key: string; label: string; state: 'done' | 'now' | 'todo' };

type Props = {
  /** Which document; null closes the sheet. */
  pageKey: string | null;
  /** Shown until the document itself has come. */
  title: string;
  /** Edition whose text is wanted; the present one unless told. */
  productId?: string;
  onClose: () => void;
  /**
   * Forced reading: a button at the foot goes on once the end was shown. Gets the very version that was read.
   */
  onRead?: (document: PublishedDocumentValue) => void;
  /** Words of that button. */
  readText?: string;
  /** Where this document stands among those that must be read. */
  steps?: readonly ReadingStep[];
  /** Switches to large type; offered while a text is being read and large type is off. */
  onLargeText?: () => void;
};

/** One document in a sheet of 80 % height: for reading, or for forced reading with `onRead`. */
export function DocumentSheet(props: Props) {
  const { pageKey, title, productId, onClose, onRead, readText = '我已读完', steps, onLargeText } = props;
  const loaded = useCall(
    calls.queryPage,
    { pageKey: pageKey ?? 'none', ...(productId ? { productId } : {}) },
    { when: pageKey !== null, quietFailure: true },
  );
  const document = pageKey !== null && loaded.state === 'ready' ? loaded.value : null;
  const { progress, box, onScroll } = useReading(
    document && `${document.pageKey} ${document.editionCode} ${document.version}`,
  );
  useReadingMarks(document, progress);
  const { Part } = useLaterPart<ListeningProps>(loadListening, document !== null && canReadAloud(), () => undefined);
  const listen = Part && document && <Part document={document} box={box} inline={onRead !== undefined} />;
  const former = useRef<string | null>(null);
  // The next document comes where the one before was: the focus goes to its beginning, and with it its name is heard.
  useEffect(() => {
    if (former.current !== null && pageKey !== null && former.current !== pageKey) box.current?.focus();
    former.current = pageKey;
  }, [pageKey, box]);
  return (
    <Sheet
      open={pageKey !== null}
      title={document?.title ?? title}
      onClose={onClose}
      tall
      subHead={steps && steps.length > 1 ? <Steps steps={steps} /> : undefined}
      bodyRef={box}
      onBodyScroll={onScroll}
      bodyLabel={`${document?.title ?? title}正文`}
      footer={
        onRead
          ? loaded.state !== 'failed' && (
              <ReadingFoot
                percent={progress.percent}
                read={progress.read}
                text={readText}
                listen={listen}
                onLargeText={onLargeText}
                onRead={() => document && onRead(document)}
              />
            )
          : listen
      }
    >
      <div>
        {document && <DocumentText blocks={document.blocks} callable={!onRead} />}
        {loaded.state === 'loading' && <Skeleton lines={[24, 84, 24, 112, 24, 84]} />}
        {loaded.state === 'failed' && (
          <ErrorState
            kind={loaded.failure instanceof NetworkFailure ? loaded.failure.reason : 'busy'}
            lead={loaded.failure instanceof NetworkFailure ? undefined : '这份文件暂时没有取到'}
            onReload={loaded.reload}
          />
        )}
      </div>
      {document && onRead && !progress.read && <div className="reading-fade" />}
    </Sheet>
  );
}

function Steps({ steps }: { steps: readonly ReadingStep[] }) {
  const at = steps.findIndex((step) => step.state === 'now') + 1;
  return (
    <ol className="reading-steps" aria-label={`共 ${steps.length} 份，正在读第 ${at} 份`}>
      {steps.map((step) => (
        <li key={step.key} className={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          {step.label}
          {step.state === 'done' && <span className="sr-only">，已读完</span>}
        </li>
      ))}
    </ol>
  );
}

type FootProps = {
  percent: number;
  read: boolean;
  text: string;
  /** Has it read aloud, where the phone can. */
  listen: ReactNode;
  onRead: () => void;
  onLargeText?: (() => void) | undefined;
};

function ReadingFoot({ percent, read, text, listen, onRead, onLargeText }: FootProps) {
  return (
    <div className="reading-foot">
      <Button block disabled={!read} onPress={onRead}>
        {read ? text : `读到最后可继续（已读 ${percent}%）`}
      </Button>
      <p className="sr-only" role="status">
        {read ? '已读到最后，可以继续' : ''}
      </p>
      {(!read || listen) && (
        <p className="note mt2">
          {!read && `向上滑动继续阅读${listen ? '，也可以' : ''}`}
          {listen}
          {!read && onLargeText && (
            <span className="standard-only">
              {listen ? '、' : '，也可以'}
              <button type="button" onClick={onLargeText}>
                切换大字
              </button>
            </span>
          )}
        </p>
      )}
    </div>
  );
}
