import './article.css';
import type { ShareArticleValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { saidYuan } from '@huimin/domain/money';
import { editionAddress } from '@huimin/domain/share';
import { useMemo, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useChannel, useProduct, useQuery, useScreenCard } from '../../context/index.ts';
import { lowestPremium } from '../../features/sale/sale-words.ts';
import { Bar, Button, EmptyState, Icon, iconShare, Page, Skeleton, useLaterPart } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { ArticleArt } from './article-art.tsx';
import { ArticleList } from './article-list.tsx';
import { PartnerHandOver } from './partner-hand-over.tsx';

const loadSharing = () => import('../../features/sharing/share-panel.tsx');

/** Characters of Chinese that somebody who does not hurry reads in a minute. */
const READ_IN_A_MINUTE = 200;

/** #/link, #/webview: an approved article with the way to the product; the list of them; or a partner's page to go on to. */
export default function ArticlePage() {
  const query = useQuery();
  const channel = query.get('channel');
  const articleId = query.get('id');
  if (channel !== null) return <PartnerHandOver channel={channel} />;
  return articleId === null ? <ArticleList /> : <Article articleId={articleId} />;
}

function Article({ articleId }: { articleId: string }) {
  const { value, failure, reload } = useCall(calls.shareArticle, { articleId }, { quietFailure: true });
  const card = useMemo(
    () => value && { articleId, title: value.title, content: value.summary, image: value.imageUrl },
    [articleId, value],
  );
  useScreenCard(card);
  const [sharing, setSharing] = useState(false);
  const share = useLaterPart(loadSharing, sharing, () => setSharing(false));
  const { canShare } = useChannel();
  const isShownEdition = useProduct().editionCode === value?.editionCode;
  const present = useQuery().toString();
  const productAddress = isShownEdition ? '#/index' : editionAddress(value?.editionCode ?? '', '/index', present);
  if (!value) {
    if (failure && 'name' in failure && (failure.name === 'not-found' || failure.name === 'bad-input')) return <Gone />;
    if (failure) return <LoadProblem title="文章" failure={failure} onReload={reload} />;
    return (
      <Page title="文章">
        <Skeleton lines={[36, 20, 150, 60, 60]} />
      </Page>
    );
  }
  return (
    <Page
      className="article-page"
      bar={
        <Bar
          tip={share.said && <span role="alert">{share.said}</span>}
          icons={
            canShare && (
              <button type="button" className="bar-icon" onClick={() => setSharing(true)}>
                <Icon name={iconShare} size={22} />
                分享
              </button>
            )
          }
          sum={<ProductSum article={value} />}
        >
          <Button href={productAddress}>看产品</Button>
        </Bar>
      }
    >
      <Body article={value} />
      {sharing && share.Part && <share.Part screen={card} onClose={() => setSharing(false)} />}
    </Page>
  );
}

/** Of the edition that the article is about; its price where that is the one shown here. */
function ProductSum({ article }: { article: ShareArticleValue }) {
  const product = useProduct();
  if (product.editionCode !== article.editionCode) return <b>{article.approval.productName}</b>;
  const { premiumFen, from } = lowestPremium(product.plans);
  return (
    <>
      <b className="article-product">{product.proName}</b>
      <small className="num">
        {saidYuan(premiumFen)} 元{from && '起'} / 人 / 年
      </small>
    </>
  );
}

function Body({ article }: { article: ShareArticleValue }) {
  const { approval } = article;
  return (
    <article className="article">
      <header>
        <h1 tabIndex={-1}>{article.title}</h1>
        <p className="article-about">
          <span>{article.source}</span>
          <span className="num">{formatDotDate(article.publishedOn)}</span>
          <span>读完约 {readingMinutes(article)} 分钟</span>
        </p>
      </header>
      <ArticleArt />
      {article.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change places
        <Block key={index} block={block} />
      ))}
      <footer className="article-foot">
        {approval.productName}，由{approval.insurers.join('、')}
        {approval.insurers.length > 1 ? '共同承保' : '承保'}
        {approval.intermediaries.length > 0 && `，${approval.intermediaries.join('、')}提供经纪服务`}。本文审批号{' '}
        <span className="nowrap">{approval.approvalNo}</span>，有效期到{' '}
        <span className="num">{approval.expiresAt.slice(0, 10)}</span>
        。内容摘要以保险条款为准。
      </footer>
    </article>
  );
}

function Block({ block }: { block: ShareArticleValue['blocks'][number] }) {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'strong':
      return (
        <p>
          <strong>{block.text}</strong>
        </p>
      );
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    default:
      return <p>{block.text}</p>;
  }
}

function readingMinutes({ blocks }: ShareArticleValue): number {
  const characters = blocks.reduce(
    (sum, block) => sum + (block.kind === 'list' ? block.items.join('').length : block.text.length),
    0,
  );
  return Math.max(1, Math.ceil(characters / READ_IN_A_MINUTE));
}

function Gone() {
  return (
    <Page title="文章">
      <EmptyState
        title="这篇文章停用了"
        lead="内容已经更新，或者过了有效期。请看最新的产品信息"
        action={<Button href="#/index">看产品</Button>}
      />
    </Page>
  );
}
