import type { Calls, OutputOf } from '@huimin/contract';
import type { SealedDrawer } from '../../channel/sealed-drawer.ts';
import { KEPT_COUNT_KEY } from './kept-count.ts';
import { createKeptDrawer, type KeptDrawerParts } from './kept-drawer.ts';

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

/** More orders than a family pays for in ten years. */
const MOST = 20;

/** Keeps vouchers that were looked at, sealed on this phone, so that they can be shown without a network. */
export function createKeptPapers(parts: KeptDrawerParts): KeptPapers {
  const { local } = parts;
  const { inTurn } = createKeptDrawer(parts, 'papers');
  const read = async (box: SealedDrawer) => ((await box.read()) as KeptPaper[] | null) ?? [];

  return {
    list: () => inTurn(read, []),
    keep: (paper) =>
      inTurn(async (box) => {
        const { orderNo } = paper.certificate;
        const others = (await read(box).catch(() => [])).filter(({ certificate }) => certificate.orderNo !== orderNo);
        const papers = [paper, ...others].slice(0, MOST);
        await box.keep(papers);
        local?.setItem(KEPT_COUNT_KEY, String(papers.length));
      }, undefined),
    async discard() {
      await inTurn((box) => box.discard(), undefined);
      local?.removeItem(KEPT_COUNT_KEY);
    },
  };
}
