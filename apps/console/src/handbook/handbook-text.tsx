import './handbook.css';
import { rolesThatMay, STAFF_PERMISSION_TABLE } from '@huimin/domain/staff';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { mayOpen, usePages } from '../app/menu.ts';
import { useSelf } from '../app/self.tsx';
import type { Block, Chapter, Part } from './chapter.ts';

/** A chapter's parts, one below the other; the heading is whoever shows it. */
export function ChapterText({ chapter }: { chapter: Chapter }) {
  return (
    <div className="handbook-text">
      <p className="handbook-lead">{chapter.lead}</p>
      {chapter.parts.map((part) => (
        <section
          key={part.title}
          id={partId(chapter, part)}
          tabIndex={-1}
          aria-labelledby={`${partId(chapter, part)}-title`}
        >
          <h3 id={`${partId(chapter, part)}-title`}>{part.title}</h3>
          {part.needs && <p className="handbook-who">{whoMay(part.needs)}</p>}
          {part.blocks.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks never change places
            <BlockText key={index} block={block} />
          ))}
        </section>
      ))}
    </div>
  );
}

export function partId({ key, parts }: Chapter, part: Part): string {
  return `handbook-${key}-${parts.indexOf(part) + 1}`;
}

/** Whose it is, by the table of rights, in words. */
function whoMay(needs: NonNullable<Part['needs']>): string {
  const two = needs.every((permission) => STAFF_PERMISSION_TABLE[permission].two);
  return `谁能办：${rolesThatMay(needs).join('、')}${two ? '；每次都要另一个人同意' : ''}`;
}

function BlockText({ block }: { block: Block }) {
  if (typeof block === 'string') return <p>{withLinks(block)}</p>;
  if ('steps' in block)
    return (
      <ol>
        {block.steps.map((step) => (
          <li key={step}>{withLinks(step)}</li>
        ))}
      </ol>
    );
  return (
    <dl>
      {block.words.map(([word, meaning]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{withLinks(meaning)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A page's title between 〔 and 〕 leads there, for whoever may open it. */
function withLinks(sentence: string): ReactNode {
  return sentence.split(/(〔[^〕]+〕)/).map((piece, index) => {
    const title = /^〔(.+)〕$/.exec(piece)?.[1];
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change places
    return title === undefined ? piece : <PageName key={index} title={title} />;
  });
}

function PageName({ title }: { title: string }) {
  const { self } = useSelf();
  const page = usePages().find((one) => one.title === title && one.icon !== null);
  return page && mayOpen(page, self) ? <Link to={page.path}>{title}</Link> : <b>{title}</b>;
}
