import type { Row } from './rows.ts';

/** What the page asks of the worker beside it. */
export type AsideWork =
  | { readonly work: 'change'; readonly put: readonly Row[]; readonly drop: readonly string[] }
  | {
      readonly work: 'post';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array<ArrayBuffer>;
    }
  /** Gives up what was asked for under `of`; it is not answered itself. */
  | { readonly work: 'abort'; readonly of: number };

export type AsideRequest = AsideWork & { readonly id: number };

/** What a server said. */
export interface Said {
  readonly status: number;
  readonly text: string;
}

/** `ready` comes once, before all else; the others by the number of what was asked. */
export type AsideAnswer =
  | { readonly ready: boolean }
  | { readonly id: number; readonly ok: true; readonly value: Said | undefined }
  | { readonly id: number; readonly ok: false };
