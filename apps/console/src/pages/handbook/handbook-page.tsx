import './handbook-page.css';
import { Empty, Input } from 'antd';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { useCrumb } from '../../app/crumb.ts';
import { Icon } from '../../app/icon.tsx';
import { groupsOf, mayOpen, usePages } from '../../app/menu.ts';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import type { Chapter } from '../../handbook/chapter.ts';
import { HANDBOOK, searchHandbook } from '../../handbook/handbook.ts';
import { ChapterText, partId } from '../../handbook/handbook-text.tsx';

const START = HANDBOOK[0] as Chapter;

/** How everything at the desk is done, by the pages of the menu, with a search over all of it. */
export default function HandbookPage() {
  const { key } = useParams();
  const [query, setQuery] = useSearchParams();
  const words = query.get('words') ?? '';
  const chapter = HANDBOOK.find((one) => one.key === key) ?? START;
  useGoTo(useLocation().hash);
  useCrumb(chapter === START ? null : chapter.title);
  return (
    <div className="page handbook">
      <PageHead title="使用手册" note="每一页怎么用，谁能办，出了问题怎么办" />
      <search className="filters">
        <Input
          className="handbook-search"
          type="search"
          prefix={<Icon name="search" size={16} />}
          aria-label="在手册里查"
          placeholder="在手册里查，例如：退款没成"
          defaultValue={words}
          onChange={({ target }) =>
            setQuery(target.value.trim() === '' ? {} : { words: target.value }, { replace: true })
          }
        />
      </search>
      <div className="handbook-columns">
        <Contents current={words === '' ? chapter : null} />
        {words === '' ? (
          <article className="panel handbook-chapter" aria-labelledby="handbook-chapter">
            <h2 id="handbook-chapter">{chapter.title}</h2>
            <ChapterText chapter={chapter} />
          </article>
        ) : (
          <FoundParts words={words} />
        )}
      </div>
    </div>
  );
}

/** Brings the part that the address names into view, for the eyes and for the keyboard. */
function useGoTo(hash: string): void {
  const shown = useRef('');
  useEffect(() => {
    if (hash === shown.current) return;
    shown.current = hash;
    const part = hash === '' ? null : document.getElementById(hash.slice(1));
    part?.scrollIntoView({ block: 'start' });
    part?.focus({ preventScroll: true });
  }, [hash]);
}

/** The chapters by the groups of the menu; those about pages that somebody cannot open come last. */
function Contents({ current }: { current: Chapter | null }) {
  const { self } = useSelf();
  const all = usePages();
  const pageOf = ({ pages }: Chapter) => all.find(({ path }) => path === pages[0]);
  const isMine = (chapter: Chapter) => {
    const page = pageOf(chapter);
    return page !== undefined && mayOpen(page, self);
  };
  const lists = [
    ['从这里开始', [START]],
    ...groupsOf(self).map(
      (group) =>
        [group, HANDBOOK.filter((one) => one !== START && isMine(one) && pageOf(one)?.group === group)] as const,
    ),
    ['您的角色没有的页面', HANDBOOK.filter((one) => !isMine(one))],
  ] as const;
  return (
    <nav className="panel handbook-contents" aria-label="手册目录">
      {lists
        .filter(([, chapters]) => chapters.length > 0)
        .map(([title, chapters]) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {chapters.map((chapter) => (
                <li key={chapter.key}>
                  <Link to={`/handbook/${chapter.key}`} aria-current={chapter === current ? 'page' : undefined}>
                    {chapter.title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </nav>
  );
}

function FoundParts({ words }: { words: string }) {
  const found = searchHandbook(words);
  return (
    <section className="panel handbook-found" aria-label="查到的">
      <p className="sr-only" role="status">
        查到 {found.length} 处
      </p>
      {found.length === 0 ? (
        <Empty description="手册里没有这样的话，换个词再查" />
      ) : (
        <ul>
          {found.map(({ chapter, part, sentence }) => (
            <li key={partId(chapter, part)}>
              <Link to={`/handbook/${chapter.key}#${partId(chapter, part)}`}>
                {chapter.title} · {part.title}
              </Link>
              <p>{sentence.replace(/[〔〕]/g, '')}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
