import { App, Button } from 'antd';

/** Codes that are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <ul className="codes" aria-label="备用码">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
}

/** All of them for whoever keeps them in a safe of passwords. */
export function CopyCodes({ codes }: { codes: readonly string[] }) {
  const { message } = App.useApp();
  const copy = async () => {
    try {
      // Without https a browser has no such thing.
      await navigator.clipboard.writeText(codes.join('\n'));
      message.success('复制好了，请放进保险的地方');
    } catch {
      message.error('复制不了，请用笔抄下来');
    }
  };
  return (
    <Button size="small" onClick={copy}>
      全部复制
    </Button>
  );
}
