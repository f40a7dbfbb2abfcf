import type { ContentVersionValue } from '@huimin/contract/console';
import { PhoneFrame } from '../../parts/phone-frame.tsx';

/** A version as residents get it: the article on a phone, the drawn poster, the card as it stands in a chat. */
export function ContentLook({ looked }: { looked: ContentVersionValue }) {
  const { contentId, contentKind, version } = looked;
  return (
    <section className="panel content-look" aria-label="居民看到的样子">
      <div className="panel-head">
        <h2>居民看到的样子</h2>
        <small>第 {version} 版</small>
      </div>
      {contentKind === 'article' && (
        <PhoneFrame
          isSmall
          title={`第 ${version} 版的样子`}
          shown={{ of: 'article', contentId, version }}
          route={`#/link?id=${contentId}`}
        />
      )}
      {contentKind === 'poster' && (
        <img
          src={`/hmb-js26/console/preview/poster/${encodeURIComponent(contentId)}/${version}`}
          alt={`第 ${version} 版海报，二维码是首页的`}
        />
      )}
      {looked.card && (
        <div className="content-chat">
          <div className="content-card">
            <b>{looked.card.title}</b>
            <span>{looked.card.desc}</span>
            <img src="/share-card.png" alt="卡片的图" />
          </div>
          <p>{looked.card.copyText}</p>
          <small>上面是发到聊天里的卡片，下面是“复制文字”得到的话，后面会跟上链接。</small>
        </div>
      )}
    </section>
  );
}
