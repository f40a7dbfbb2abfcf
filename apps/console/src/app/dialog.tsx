import './dialog.css';
import { Modal, type ModalProps } from 'antd';
import type { KeyboardEvent } from 'react';

interface Props extends Omit<ModalProps, 'footer' | 'onOk'> {
  readonly okText: string;
  onOk(): unknown;
}

/** A dialog that asks and sends: says its keys at its foot, and sends by Ctrl and Enter wherever in it the focus is. */
export function Dialog({ onOk, children, ...props }: Props) {
  const { okText, confirmLoading, okButtonProps, keyboard = true } = props;
  const send = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!confirmLoading && !okButtonProps?.disabled) onOk();
  };
  return (
    <Modal
      width={560}
      {...props}
      onOk={() => void onOk()}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <span className="dialog-keys">
            {keyboard && (
              <>
                <kbd>Esc</kbd> 取消{' '}
              </>
            )}
            <kbd>Ctrl</kbd> <kbd>回车</kbd> {okText.length > 5 ? '提交' : okText}
          </span>
          <CancelBtn />
          <OkBtn />
        </>
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the fields in it */}
      <div onKeyDown={send}>{children}</div>
    </Modal>
  );
}
