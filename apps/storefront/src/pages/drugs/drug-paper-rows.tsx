import './drugs.css';
import { DRUG_PAPERS, type DrugPaperKind } from '@huimin/domain/special-drugs';
import { UploadPapers } from '../../features/uploads/upload-papers.tsx';
import { type Uploads, useUploads } from '../../features/uploads/use-uploads.ts';
import { Button, Icon, iconCheckCircle, iconDocument, iconPlus, Sheet, Tag } from '../../ui/index.ts';

const MOST = 6;

export type PapersByKind = Readonly<Record<DrugPaperKind, Uploads>>;

/** What was uploaded of each paper. */
export function useDrugPapers(): PapersByKind {
  const prescription = useUploads(MOST, 'special-drug');
  const report = useUploads(MOST, 'special-drug');
  const summary = useUploads(MOST, 'special-drug');
  const identity = useUploads(MOST, 'special-drug');
  return { prescription, report, summary, identity };
}

type Props = {
  papers: PapersByKind;
  /** The paper whose sheet is open. */
  open: DrugPaperKind | null;
  onOpen: (kind: DrugPaperKind | null) => void;
};

/** Each paper in a row: there, or a button that opens where it is taken. */
export function DrugPaperRows({ papers, open, onOpen }: Props) {
  const shown = DRUG_PAPERS.find(({ kind }) => kind === open);
  return (
    <>
      <div className="card card-flush">
        {DRUG_PAPERS.map(({ kind, label, hint }) => {
          const { fileIds, busy } = papers[kind];
          const count = fileIds.length;
          return (
            <div className="drug-row" key={kind}>
              <span className={count > 0 ? 'drug-thumb drug-thumb-done' : 'drug-thumb'} aria-hidden="true">
                <Icon name={count > 0 ? iconDocument : iconPlus} />
              </span>
              <div className="drug-row-main">
                <h3>{label}</h3>
                <p className="note">{count > 0 ? `已交 ${count} 份` : hint}</p>
              </div>
              {busy && <Tag tone="info">上传中</Tag>}
              {count > 0 && !busy && (
                <span className="ok" aria-hidden="true">
                  <Icon name={iconCheckCircle} />
                </span>
              )}
              <Button
                kind={count > 0 ? 'text' : 'neutral'}
                small
                label={`${count > 0 ? '改' : '上传'}${label}`}
                onPress={() => onOpen(kind)}
              >
                {count > 0 ? '改' : '上传'}
              </Button>
            </div>
          );
        })}
      </div>
      <Sheet
        open={shown !== undefined}
        title={shown?.label ?? ''}
        onClose={() => onOpen(null)}
        footer={
          <Button block onPress={() => onOpen(null)}>
            好了
          </Button>
        }
      >
        {shown && (
          <UploadPapers
            id={`drug-paper-${shown.kind}`}
            title={shown.label}
            hint={`${shown.hint}，最多 ${MOST} 份`}
            uploads={papers[shown.kind]}
            most={MOST}
          />
        )}
      </Sheet>
    </>
  );
}
