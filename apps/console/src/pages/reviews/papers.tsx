import type { ReviewViewValue } from '@huimin/contract/console';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { fileAddress } from '../../api/client.ts';

/** What the resident handed in. A paper is fetched when it is opened: each look is noted. */
export function Papers({ review }: { review: ReviewViewValue }) {
  const [open, setOpen] = useState<{ address: string; title: string } | null>(null);
  const { queue, line } = review;
  return (
    <>
      <h3>材料</h3>
      <ul className="review-papers">
        {review.papers.map(({ label, files }) => (
          <li key={label}>
            <span>{label}</span>
            {files.length === 0 && <span className="state state-warn">没有交</span>}
            {files.map(({ fileId, fileName, isPicture }, index) => {
              const address = fileAddress('showReviewPaper', { queue, reviewNo: line.reviewNo, fileId });
              const name = files.length > 1 ? `第 ${index + 1} 份` : '看';
              return isPicture ? (
                <Button
                  key={fileId}
                  size="small"
                  aria-label={`看${label} ${fileName}`}
                  onClick={() => setOpen({ address, title: `${label}：${fileName}` })}
                >
                  {name}
                </Button>
              ) : (
                <Button key={fileId} size="small" href={address} aria-label={`下载${label} ${fileName}`}>
                  {name}（PDF）
                </Button>
              );
            })}
          </li>
        ))}
      </ul>
      {open !== null && (
        <Modal open title={open.title} footer={null} width={880} onCancel={() => setOpen(null)}>
          <Picture key={open.address} {...open} />
        </Modal>
      )}
    </>
  );
}

/** One that was damaged on its way is told in words: it is asked for again. */
function Picture({ address, title }: { address: string; title: string }) {
  const [isBroken, setBroken] = useState(false);
  return isBroken ? (
    <Alert type="warning" showIcon title="这张图打不开，可能没传完整。请让本人补交" />
  ) : (
    <img className="review-paper" src={address} alt={title} onError={() => setBroken(true)} />
  );
}
