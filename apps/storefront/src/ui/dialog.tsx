import './layer.css';
import { type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { inPhrases } from './in-words.tsx';
import { layerHistory } from './layer-history.ts';
import { useLayer } from './use-layer.ts';

type Props = {
  open: boolean;
  title: ReactNode;
  /** Words of the button that goes on, on the right. */
  confirm: string;
  /** Words of the button that stays; without it there is only one button. */
  cancel?: string;
  onConfirm: () => void;
  /** Also Escape and back. */
  onCancel: () => void;
  children?: ReactNode;
};

/** A question in the middle of the screen. A tap outside does not answer it. */
export function Dialog({ open, title, confirm, cancel, onConfirm, onCancel, children }: Props) {
  const id = useId();
  const layer = useLayer(open, onCancel);
  if (!open) return null;
  return createPortal(
    <div className="layer layer-dialog" ref={layer}>
      <div className="scrim" />
      <div
        className="dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        aria-describedby={`${id}-body`}
        tabIndex={-1}
      >
        <div className="dialog-body">
          <h2 id={id}>{title}</h2>
          <div id={`${id}-body`}>{inPhrases(children)}</div>
        </div>
        <div className="dialog-foot">
          {cancel && (
            <button type="button" onClick={onCancel}>
              {cancel}
            </button>
          )}
          <button type="button" onClick={onConfirm}>
            {confirm}
          </button>
        </div>
      </div>
    </div>,
    document.body,
  );
}

type Question = { title: string; body: ReactNode; confirm: string; cancel?: string };

/** Asks from anywhere, without a place in the page. True when the person chose `confirm`. */
export function confirmDialog({ title, body, confirm, cancel }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const root = createRoot(document.createElement('div'));
    const answer = (yes: boolean) => {
      root.unmount();
      // The caller may navigate on the answer; not while the dialog's own entry is still being taken off.
      void layerHistory()
        .settled()
        .then(() => resolve(yes));
    };
    root.render(
      <Dialog
        open
        title={title}
        confirm={confirm}
        cancel={cancel}
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      >
        <p>{inPhrases(body)}</p>
      </Dialog>,
    );
  });
}
