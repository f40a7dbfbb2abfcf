import type { CatalogueNameValue } from '@huimin/contract/console';
import { Drawer } from 'antd';
import { PhoneFrame } from '../../parts/phone-frame.tsx';
import { LIST_WORDS } from './catalogue-words.ts';

interface Props {
  readonly list: CatalogueNameValue;
  /** Null of a list that every edition shares. */
  readonly edition: string | null;
  readonly revision: number;
  onClose(): void;
}

/** The residents' page of a list with its draft in it, before anybody else sees that. */
export function DraftPreview({ list, edition, revision, onClose }: Props) {
  const { route, seenAt } = LIST_WORDS[list];
  return (
    <Drawer open title="手机预览：草稿" size={472} onClose={onClose}>
      <p className="cat-hint">
        这是居民端的{seenAt}，里面是这份草稿，居民还看不到。别的内容是线上的；里面不能登录、不能提交。
      </p>
      <PhoneFrame title="手机预览" shown={{ of: 'list', list, edition }} mark={revision} route={route} />
    </Drawer>
  );
}
