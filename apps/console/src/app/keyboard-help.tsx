import { Modal } from 'antd';
import type { ConsolePage } from './page-registry.ts';

interface HelpProps {
  readonly pages: readonly ConsolePage[];
  readonly open: boolean;
  onClose(): void;
}

export function KeyboardHelp({ pages, open, onClose }: HelpProps) {
  const keys: [string, string][] = [
    ['/', '找页面、查编号'],
    ['?', '看这一页'],
    ['Esc', '关掉打开的窗口'],
    ['Tab', '到下一处；Shift + Tab 回上一处'],
    ...pages.slice(0, 9).map((page, index): [string, string] => [`Alt + ${index + 1}`, page.title]),
  ];
  return (
    <Modal title="快捷键" open={open} onCancel={onClose} footer={null} width={420}>
      <dl className="keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
