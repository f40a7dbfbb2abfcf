import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LongNumber } from './long-number.tsx';

const markup = (number: string) => renderToStaticMarkup(<LongNumber>{number}</LongNumber>);

test('a masked identity number stays in one line', () => {
  expect(markup('320************02X')).toBe('<span class="one-line"><span>320************02X</span></span>');
});

test('a longer number may go on between groups of four, and is copied without a gap', () => {
  expect(markup('JS0293123963097638510')).toBe(
    '<span class="grouped-number">JS0293<wbr/>1239<wbr/>6309<wbr/>7638<wbr/>510</span>',
  );
  expect(markup('1234567890123456789').replace(/<[^>]+>/g, '')).toBe('1234567890123456789');
});
