import { useChannel } from '../../context/index.ts';
import { showsNoPdf } from '../../features/policies/paper-buttons.tsx';
import { Button, copyText, KeyValues, Notice, Section, Sheet, toast } from '../../ui/index.ts';
import { copyAsText, fileOf, type OwnCopy } from './own-copy-text.ts';

/** The copy of what is held: read here on every phone, kept as files by the browsers that keep files. */
export function OwnCopySheet({ copy, onClose }: { copy: OwnCopy | null; onClose: () => void }) {
  const keepsNoFiles = showsNoPdf(useChannel().kind);
  if (copy === null) return null;
  const kept = copy.parts.filter(({ rows }) => rows.length > 0);
  const none = copy.parts.filter(({ rows }) => rows.length === 0).map(({ what }) => what);
  return (
    <Sheet
      open
      tall
      title="我的个人信息"
      subHead={<p className="own-copy-lead note">{copy.madeAt} 的情况</p>}
      bodyLabel="个人信息的内容"
      onClose={onClose}
      footer={
        keepsNoFiles ? (
          <Button block onPress={() => void copyText(copyAsText(copy))}>
            复制全部文字
          </Button>
        ) : (
          <div className="own-copy-ways">
            <Button block onPress={() => save(fileOf('html', copy))}>
              保存网页文件
            </Button>
            <Button kind="neutral" block onPress={() => save(fileOf('json', copy))}>
              保存数据文件
            </Button>
          </div>
        )
      }
    >
      <Notice>
        {keepsNoFiles
          ? '微信里存不了文件。可以复制文字、截屏；要存成文件，请点右上角“…”选“在浏览器打开”，登录后再来。里面有证件号码，请不要发给别人。'
          : '里面有证件号码，请放在只有自己能打开的地方，不要发给别人。'}
      </Notice>
      {kept.map(({ what, why, leftOut, rows }) => (
        <Section key={what} title={`${what}（${rows.length}）`}>
          <p className="own-copy-why note">{`用于${why}${leftOut ? `。${leftOut}` : ''}`}</p>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key of their own, and stay as they are
            <div className="own-copy-row" key={index}>
              <KeyValues items={Object.entries(row).map(([label, value]) => ({ label, value, pii: true }))} />
            </div>
          ))}
        </Section>
      ))}
      <NotHeld kinds={none} />
    </Sheet>
  );
}

/** The many kinds of which nothing is held, folded: whoever wants to know looks. */
export function NotHeld({ kinds }: { kinds: readonly string[] }) {
  if (kinds.length === 0) return null;
  return (
    <details className="own-none note">
      <summary>还有 {kinds.length} 类没有存</summary>
      <p>{kinds.join('、')}</p>
    </details>
  );
}

function save({ name, content, type }: ReturnType<typeof fileOf>): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it only after the tap is over.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
  toast('已保存，在浏览器的下载里', { kind: 'ok' });
}
