import { useEffect, useRef } from 'react';
import './phone-frame.css';

/** What the frame can show; the words are the address that the server makes the page at. */
export type Previewed =
  | { readonly of: 'edition'; readonly edition: string }
  | { readonly of: 'list'; readonly list: string; readonly edition: string | null }
  | { readonly of: 'page'; readonly edition: string; readonly key: string; readonly version: number | 'draft' }
  | { readonly of: 'article'; readonly contentId: string; readonly version: number };

interface Props {
  readonly title: string;
  readonly shown: Previewed;
  /** What the page is made anew for: a draft's revision. */
  readonly mark?: number | string;
  /** Beijing time that it is in the frame, YYYY-MM-DD HH:mm; '' for now. */
  readonly at?: string;
  /** The residents' page that is open in it, such as `#/branch`. */
  readonly route?: string;
  /** Four fifths of a phone's size, for two beside each other. */
  readonly isSmall?: boolean;
}

/** The residents' app itself on the frame of a phone, with what is looked at in it; nothing can be sent from there. */
export function PhoneFrame({ title, shown, mark = '', at = '', route = '', isSmall = false }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  // A key pressed in a frame is not heard around it: what closes the drawer is pressed again on the frame itself.
  useEffect(() => {
    const onMessage = ({ source: from, data }: MessageEvent) => {
      if (from === null || from !== frame.current?.contentWindow || data !== 'preview:escape') return;
      frame.current.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }));
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  const query = new URLSearchParams({ at, mark: String(mark) });
  if (shown.of === 'list' && shown.edition !== null) query.set('edition', shown.edition);
  const source = `/hmb-js26/console/preview/${placeOf(shown)}?${query}${route}`;
  return (
    <div className={`phone-frame${isSmall ? ' is-small' : ''}`}>
      <iframe ref={frame} title={title} src={source} key={source} sandbox="allow-scripts" />
    </div>
  );
}

function placeOf(shown: Previewed): string {
  switch (shown.of) {
    case 'edition':
      return shown.edition;
    case 'list':
      return `list/${shown.list}`;
    case 'page':
      return `page/${shown.edition}/${shown.key}/${shown.version}`;
    case 'article':
      return `article/${encodeURIComponent(shown.contentId)}/${shown.version}`;
  }
}
