import './drugs.css';
import { DRUG_PAPERS, type DrugPaperKind } from '@huimin/domain/special-drugs';
import { useState } from 'react';
import { browserStorage } from '../../channel/browser-storage.ts';
import { keptUploads } from '../../features/uploads/kept-uploads.ts';
import { UploadPapers } from '../../features/uploads/upload-papers.tsx';
import { type Uploads, useUploads } from '../../features/uploads/use-uploads.ts';
import { Button, Icon, iconCheckCircle, iconDocument, iconPlus, Sheet, Tag } from '../../ui/index.ts';

const MOST = 6;

export type PapersByKind = Readonly<Record<DrugPaperKind, Uploads>>;

/** What was uploaded of each paper; found again after a reload under the name of what it is for. */
export function useDrugPapers(what: string): PapersByKind {
  const [keptOf] = useState(() => {
    const box = browserStorage('sessionStorage');
    return new Map(DRUG_PAPERS.map(({ kind }) => [kind, keptUploads(box, `${what}-${kind}`)]));
  });
  const prescription = useUploads(MOST, 'special-drug', keptOf.get('prescription'));
  const report = useUploads(MOST, 'special-drug', keptOf.get('report'));
  const summary = useUploads(MOST, 'special-drug', keptOf.get('summary'));
  const identity = useUploads(MOST, 'special-drug', keptOf.get('identity'));
  return { prescription, report, summary, identity };
}

/** They belong to a request now. */
export function forgetDrugPapers(papers: PapersByKind): void {
  for (const { kind } of DRUG_PAPERS) for (const { key } of papers[kind].items) papers[kind].forget(key);
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
                <span className="drug-arrived" aria-hidden="true">
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
