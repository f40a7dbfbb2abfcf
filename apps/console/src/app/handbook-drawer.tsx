import { Button, Drawer } from 'antd';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';

const PageChapter = lazy(() => import('../handbook/page-chapter.tsx'));

interface DrawerProps {
  /** Of the open page, as the registry has it. */
  readonly path: string | undefined;
  readonly open: boolean;
  onClose(): void;
}

/** The handbook's chapter about the open page, beside it, so that one reads while one works. */
export function HandbookDrawer({ path, open, onClose }: DrawerProps) {
  const navigate = useNavigate();
  const whole = () => {
    onClose();
    navigate('/handbook');
  };
  return (
    <Drawer
      title="这一页怎么用"
      open={open}
      onClose={onClose}
      size={460}
      mask={false}
      destroyOnHidden
      extra={<Button onClick={whole}>打开整本手册</Button>}
    >
      <Suspense fallback={<p role="status">正在打开…</p>}>
        <PageChapter path={path} />
      </Suspense>
    </Drawer>
  );
}
