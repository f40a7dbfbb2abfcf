import { type ComponentProps, useState } from 'react';
import { Button, toast } from '../../ui/index.ts';
import { UploadPapers } from './upload-papers.tsx';
import { type Uploads, useUploads } from './use-uploads.ts';

/** How a form stands whose papers did not arrive: nothing of them is lost. */
export const PAPERS_KEPT = '没有交上去。选好的都还在';

/** Why papers cannot go yet; null as soon as they can. */
export function missingPapers({ busy, fileIds }: Uploads): string | null {
  if (busy) return '还在上传，请等一下';
  return fileIds.length === 0 ? '请先拍照或选择材料' : null;
}

type Props = Pick<ComponentProps<typeof UploadPapers>, 'id' | 'hint' | 'most'> & {
  use: Parameters<typeof useUploads>[1];
  /** Hands them in; answers what is wrong, or null when they have arrived. */
  send: (fileIds: string[]) => Promise<string | null>;
};

/** Papers that were asked for afterwards. */
export function MorePapers({ id, use, most, hint, send }: Props) {
  const uploads = useUploads(most, use);
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const submit = async () => {
    setTried(true);
    setProblem(null);
    if (missingPapers(uploads)) return;
    setSending(true);
    const wrong = await send([...uploads.fileIds]);
    setSending(false);
    if (wrong !== null) return setProblem(wrong);
    toast('已交上去', { kind: 'ok' });
  };
  return (
    <div className="mt3">
      <UploadPapers
        id={id}
        title="补交材料"
        hint={hint}
        uploads={uploads}
        most={most}
        error={tried ? (missingPapers(uploads) ?? problem) : null}
      />
      <div className="mt3">
        <Button block busy={sending} onPress={() => void submit()}>
          补交
        </Button>
      </div>
    </div>
  );
}
