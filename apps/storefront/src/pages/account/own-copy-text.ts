import type { OutputOf } from '@huimin/contract';

export type OwnCopy = OutputOf<typeof import('@huimin/contract').calls.exportOwnData>;

/** All of a copy as words, to be pasted where there are no files: a kind, then its values by their names. */
export function copyAsText({ madeAt, parts }: OwnCopy): string {
  const told = parts.map(({ what, why, leftOut, rows }) => {
    const shown = rows.map((row) =>
      Object.entries(row)
        .map(([name, value]) => `${name}：${value || '—'}`)
        .join('\n'),
    );
    const head = [`【${what}】${rows.length} 项，用于${why}`, ...(leftOut ? [leftOut] : [])].join('\n');
    return [head, ...shown].join('\n\n');
  });
  return [`我的个人信息，${madeAt} 的情况`, ...told].join('\n\n');
}

/** A copy as a file: a page for people, or the same for programs. */
export function fileOf(kind: 'html' | 'json', { madeAt, parts, page }: OwnCopy) {
  return kind === 'html'
    ? { name: '我的个人信息.html', content: page, type: 'text/html;charset=utf-8' }
    : {
        ...{ name: '我的个人信息.json', type: 'application/json' },
        content: JSON.stringify({ madeAt, parts }, null, 2),
      };
}
