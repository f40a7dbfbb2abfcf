import './keys.css';
import { Modal } from 'antd';
import type { ConsolePage } from './menu.ts';
import { keysOfPage, type ToldKeys } from './use-keys.ts';

interface HelpProps {
  readonly pages: readonly ConsolePage[];
  readonly open: boolean;
  onClose(): void;
}

/** All keys: those of the open page first, then those that work everywhere. */
export function KeyboardHelp({ pages, open, onClose }: HelpProps) {
  const here = open ? keysOfPage() : [];
  const everywhere: ToldKeys = [
    ['/', '找页面、查编号'],
    ['?', '看快捷键'],
    ['Esc', '关掉打开的窗口'],
    ['Tab', '到下一处；Shift + Tab 回上一处'],
    ['Ctrl + 回车', '在打开的窗口里：提交'],
    ...pages.slice(0, 9).map((page, index) => [`Alt + ${index + 1}`, page.title] as const),
  ];
  return (
    <Modal title="快捷键" open={open} onCancel={onClose} footer={null} width={here.length > 0 ? 720 : 420}>
      <div className="keys-columns">
        {here.length > 0 && <Keys title="这一页" keys={here} />}
        <Keys title="每一页" keys={everywhere} />
      </div>
    </Modal>
  );
}

function Keys({ title, keys }: { title: string; keys: ToldKeys }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className="keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>{key.split(' ').map((one) => (one === '+' ? ' + ' : <kbd key={one}>{one}</kbd>))}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
