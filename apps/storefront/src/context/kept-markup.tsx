import type { ProductInfoValue } from '@huimin/contract';
import { type ComponentType, useEffect, useState } from 'react';

type Part = ComponentType<{ product: ProductInfoValue }>;

/** The parts themselves, by name; only the server's build fills this, so that their code stays out of the first chunk. */
let serverParts: Readonly<Record<string, Part>> = {};

export function provideServerParts(parts: Readonly<Record<string, Part>>): void {
  serverParts = parts;
}

/** What the server rendered into this page, by name, and for which product. */
let prerendered: { product: ProductInfoValue; markup: ReadonlyMap<string, string> } | null = null;

/** Takes the server's markup of all kept parts out of the page before anything draws over it. */
export function holdPrerenderedMarkup(product: ProductInfoValue, root: ParentNode): void {
  const markup = new Map<string, string>();
  for (const part of root.querySelectorAll('[data-kept]')) {
    markup.set(part.getAttribute('data-kept') as string, part.innerHTML);
  }
  prerendered = { product, markup };
}

interface Props {
  name: string;
  product: ProductInfoValue;
  /** The part's own chunk, for a page whose product has changed since the server rendered it. */
  load: () => Promise<Part>;
}

/**
 * A part of the landing page that has nothing to press but links: the browser keeps the server's markup as it is, and the
 * code that made it stays out of the first chunk. Only for parts without state, handlers and style attributes.
 */
export function KeptMarkup({ name, product, load }: Props) {
  const kept = prerendered?.product === product ? prerendered.markup.get(name) : undefined;
  const [Live, setLive] = useState<Part | null>(null);
  const Shown = serverParts[name] ?? Live;
  const needsLive = kept === undefined && !Shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is the same import in every rendering
  useEffect(() => {
    if (!needsLive) return;
    load().then(
      (part) => setLive(() => part),
      () => {},
    );
  }, [needsLive]);
  if (kept !== undefined) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the very markup that the server put into this page
    return <div key="kept" data-kept={name} dangerouslySetInnerHTML={{ __html: kept }} />;
  }
  return (
    <div key="live" data-kept={name}>
      {Shown && <Shown product={product} />}
    </div>
  );
}
