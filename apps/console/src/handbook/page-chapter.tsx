import { chapterOf } from './handbook.ts';
import { ChapterText } from './handbook-text.tsx';

/** The chapter about one page; of a page without one, where to look. */
export default function PageChapter({ path }: { path: string | undefined }) {
  const chapter = chapterOf(path);
  if (chapter === undefined) return <p>这一页没有单独的说明，请到整本手册里查。</p>;
  return (
    <>
      <h2 className="handbook-page-title">{chapter.title}</h2>
      <ChapterText chapter={chapter} />
    </>
  );
}
