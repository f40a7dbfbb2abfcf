import './aside.css';
import { formatDateTime } from '@huimin/domain/date';
import { useEffect, useState } from 'react';
import { browserStorage } from '../channel/browser-storage.ts';
import { useProduct } from '../context/product-context.ts';
import { browserDraft } from '../features/draft-order/browser-draft.ts';
import { keepLoadedScreens } from '../features/kept-papers/browser-kept-papers.ts';
import { keptOrderCount, keptPaperCount } from '../features/kept-papers/kept-count.ts';
import { FirstLine, Icon, iconCard, iconCheck, iconCheckCircle, iconDocument, Row } from '../ui/index.ts';
import { watchFileLinks } from './file-links.ts';
import { watchTightBar } from './tight-bar.ts';
import { type SeenProduct, seenOf, whatChanged } from './what-changed.ts';

/** What the screens without a network and of an older release say besides: fetched before either is. */

/** What this phone has kept, each with the way to it. */
export function KeptOnPhone() {
  const papers = keptPaperCount();
  const orders = keptOrderCount();
  const { memberIds, updatedAtMs } = browserDraft(useProduct().editionCode).get();
  return (
    <>
      {memberIds.length > 0 && (
        <Row
          icon={<Icon name={iconCheckCircle} size={22} className="full-done" />}
          label="已存在这部手机上"
          note={`选了 ${memberIds.length} 位家人参保，${formatDateTime(updatedAtMs)}`}
        />
      )}
      {papers > 0 && (
        <Row
          icon={<Icon name={iconCard} size={22} />}
          label="看存过的保险凭证"
          note={`没有网也能看，${papers} 份`}
          href="#/voucher_list"
        />
      )}
      {orders > 0 && (
        <Row
          icon={<Icon name={iconDocument} size={22} />}
          label="看上次的订单"
          note={`没有网也能看，${orders} 笔`}
          href="#/orders"
        />
      )}
    </>
  );
}

const SEEN = 'huimin-seen-product';

function lastSeen(): SeenProduct | null {
  try {
    return JSON.parse(browserStorage('sessionStorage')?.getItem(SEEN) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Notes what this tab shows of the product, which also outlasts the reload that a file of a former release asks for, keeps
 * the page where a file of the server cannot be had, and the page's room where a phone's letters are large.
 */
export function BesideScreen() {
  const product = useProduct();
  useEffect(
    () =>
      watchFileLinks({
        page: document,
        fetch: (...asked) => fetch(...asked),
        isOnline: () => navigator.onLine,
        follow: (href) => location.assign(href),
        setTimer: (run, delayMs) => setTimeout(run, delayMs),
      }),
    [],
  );
  useEffect(() => watchTightBar(document), []);
  useEffect(() => {
    try {
      browserStorage('sessionStorage')?.setItem(SEEN, JSON.stringify(seenOf(product)));
    } catch {
      // Then nothing is compared.
    }
    // What lists the kept things has to be kept with them.
    if (keptPaperCount() + keptOrderCount() > 0) keepLoadedScreens();
  }, [product]);
  return null;
}

interface Versions {
  readonly shownAtMs: number;
  readonly presentAtMs: number;
}

/** When the release that this page is of was made, and the one that the server has now; null while it has no newer one. */
function useVersions(): Versions | null {
  const [versions, setVersions] = useState<Versions | null>(null);
  useEffect(() => {
    let gone = false;
    const shownAtMs = Date.parse(document.lastModified);
    fetch('/', { method: 'HEAD', cache: 'no-store' })
      .then(({ headers }) => Date.parse(headers.get('last-modified') ?? ''))
      .then((presentAtMs) => !gone && presentAtMs > shownAtMs && setVersions({ shownAtMs, presentAtMs }))
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, []);
  return versions;
}

/** What has changed since this tab showed the product. */
export function WhatChanged() {
  const product = useProduct();
  const [seen] = useState(lastSeen);
  const versions = useVersions();
  const changes = seen ? whatChanged(seen, seenOf(product)) : [];
  if (changes.length === 0 && !versions) return null;
  return (
    <div className="card mt6">
      {changes.length > 0 && <b>这次变了什么</b>}
      {changes.map(({ text, isSame }) => (
        <p key={text} className={isSame ? 'full-change full-done' : 'full-change full-new'}>
          <FirstLine>
            <Icon name={isSame ? iconCheck : iconDocument} size={20} />
          </FirstLine>
          <span>{text}</span>
        </p>
      ))}
      {versions && changes.length > 0 && <hr className="full-line" />}
      {versions && (
        <dl className="kv">
          <div>
            <dt>您的版本</dt>
            <dd className="num">{formatDateTime(versions.shownAtMs)}</dd>
          </div>
          <div>
            <dt>新版本</dt>
            <dd className="num">{formatDateTime(versions.presentAtMs)}</dd>
          </div>
        </dl>
      )}
    </div>
  );
}
