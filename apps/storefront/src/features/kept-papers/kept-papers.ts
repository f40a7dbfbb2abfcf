import type { Calls, OutputOf } from '@huimin/contract';
import type { KeyCabinet } from '../../channel/key-cabinet.ts';
import { type SealedDrawer, sealedDrawer } from '../../channel/sealed-drawer.ts';
import { KEPT_COUNT_KEY } from './kept-count.ts';

/** The vouchers of one order as they were shown last. */
export interface KeptPaper {
  readonly certificate: OutputOf<Calls['queryCertificate']>;
  /** When the server answered them, ms. */
  readonly atMs: number;
}

export interface KeptPapers {
  /** Newest first; none where this browser keeps nothing. Never rejects. */
  list(): Promise<KeptPaper[]>;
  /** Keeps these in place of an older copy. Never rejects: a browser that cannot keep them shows them all the same. */
  keep(paper: KeptPaper): Promise<void>;
  /** After a logout, and when somebody else logs in. Never rejects. */
  discard(): Promise<void>;
}

export interface KeptPapersParts {
  openCabinet: () => Promise<KeyCabinet>;
  /** Web Crypto, or null where the browser has none: then nothing is kept. */
  crypto: Pick<Crypto, 'subtle' | 'getRandomValues'> | null;
  /** Only how many there are. */
  local: Pick<Storage, 'setItem' | 'removeItem'> | null;
}

/** More orders than a family pays for in ten years. */
const MOST = 20;

/** Keeps vouchers that were looked at, sealed on this phone, so that they can be shown without a network. */
export function createKeptPapers({ openCabinet, crypto, local }: KeptPapersParts): KeptPapers {
  let drawer: Promise<SealedDrawer | null> | null = null;
  /** One change after the other. */
  let last: Promise<unknown> = Promise.resolve();

  const open = (): Promise<SealedDrawer | null> => {
    if (!crypto) return Promise.resolve(null);
    drawer ??= openCabinet().then(
      (box) => sealedDrawer(box, 'papers', crypto),
      () => null,
    );
    return drawer;
  };
  const inTurn = <T>(step: () => Promise<T>, otherwise: T): Promise<T> => {
    const result = last.then(step).catch(() => otherwise);
    last = result;
    return result;
  };
  const read = async (): Promise<KeptPaper[]> => ((await (await open())?.read()) as KeptPaper[] | null) ?? [];

  return {
    list: () => inTurn(read, []),
    keep: (paper) =>
      inTurn(async () => {
        const box = await open();
        if (!box) return;
        const { orderNo } = paper.certificate;
        const others = (await read().catch(() => [])).filter(({ certificate }) => certificate.orderNo !== orderNo);
        const papers = [paper, ...others].slice(0, MOST);
        await box.keep(papers);
        local?.setItem(KEPT_COUNT_KEY, String(papers.length));
      }, undefined),
    discard: () =>
      inTurn(async () => {
        local?.removeItem(KEPT_COUNT_KEY);
        await (await open())?.discard();
      }, undefined),
  };
}
