import { Notice } from './notice.tsx';

/** Says that what was left unfinished is here again, with the way to begin anew. */
export function RestoredNotice({ onClear }: { onClear: () => void }) {
  return (
    <Notice>
      上次没填完的内容还在。
      <button type="button" className="inline-link" onClick={onClear}>
        清空重填
      </button>
    </Notice>
  );
}
