import { AutoComplete, Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { bareNumber } from './bare-number.ts';
import { Icon } from './icon.tsx';
import type { ConsolePage } from './menu.ts';
import { isPersonalNumber } from './personal-number.ts';

/** Goes to a page by a part of its name, or to what a page can look up. */
export function PageSearch({ pages }: { pages: readonly ConsolePage[] }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const wanted = text.normalize('NFKC').trim();
  const number = bareNumber(text);
  const named = pages
    .filter((page) => wanted === '' || page.title.includes(wanted) || page.group.includes(wanted))
    .map((page) => ({ value: page.path, label: `${page.group} / ${page.title}` }));
  const found = isPersonalNumber(wanted)
    ? pages
        .filter(({ findsPeople }) => findsPeople)
        .map(({ path, title }) => ({ value: path, label: `去${title}里填，证件号和手机号不写进地址` }))
    : pages.flatMap((page) => {
        const path = number === '' ? null : page.find?.(number);
        return path ? [{ value: path, label: `在${page.title}里查 ${number}` }] : [];
      });
  return (
    <AutoComplete
      className="search"
      id="page-search"
      value={text}
      options={[...found, ...named]}
      onChange={setText}
      defaultActiveFirstOption
      onSelect={(path) => {
        setText('');
        navigate(path);
        // The keys are the page's from here on.
        document.getElementById('main')?.focus({ preventScroll: true });
      }}
      notFoundContent={wanted === '' ? null : nothingLike(pages)}
    >
      <Input
        prefix={<Icon name="search" size={16} />}
        suffix={<kbd>/</kbd>}
        placeholder="找页面、查编号"
        aria-label="找页面、查编号"
      />
    </AutoComplete>
  );
}

/** What is said where neither a page nor a number is like it: to whoever may look for people also where these are found. */
function nothingLike(pages: readonly ConsolePage[]): string {
  const people = pages.find(({ path }) => path === '/people');
  return `没有这样的页面；编号要写完整${people ? `，找人请到${people.title}` : ''}`;
}
