import { expect, it } from 'vitest';
import { spokenDocument } from './spoken-document.ts';

it('says a document sentence by sentence, and knows where each stands in what is drawn', () => {
  const spoken = spokenDocument({
    title: '免除责任',
    blocks: [
      { kind: 'heading', text: '第一条' },
      { kind: 'paragraph', text: '保障期内的费用，按约定赔付。其他不赔；境外就医也不赔' },
      { kind: 'list', text: '以下不赔：', items: ['整形。', '体检'] },
      { kind: 'list', items: ['近视手术'] },
      { kind: 'strong', text: '请注意。' },
    ],
  });
  expect(spoken).toEqual([
    { text: '免除责任', element: -1 },
    { text: '第一条', element: 0 },
    { text: '保障期内的费用，按约定赔付。', element: 1 },
    { text: '其他不赔；', element: 1 },
    { text: '境外就医也不赔', element: 1 },
    { text: '以下不赔：', element: 2 },
    { text: '整形。', element: 3, item: 0 },
    { text: '体检', element: 3, item: 1 },
    { text: '近视手术', element: 4, item: 0 },
    { text: '请注意。', element: 5 },
  ]);
});
