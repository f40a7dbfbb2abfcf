import type { PageDeskValue } from '@huimin/contract/console';

/** A page's text as residents read it. */
export function Lines({ lines }: { lines: NonNullable<PageDeskValue['live']>['lines'] }) {
  return (
    <div className="pg-lines">
      {lines.map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing of their own but their place
        <p key={at} className={`pg-${kind}`}>
          {text}
        </p>
      ))}
    </div>
  );
}
