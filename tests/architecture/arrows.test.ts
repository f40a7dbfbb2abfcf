import { describe, expect, test } from 'vitest';
import { forbiddenArrow, topics } from './arrows.ts';
import { filesBelow, importsOf, isTestFile, read } from './source-files.ts';

const files = ['apps', 'packages']
  .flatMap((folder) => filesBelow(folder, /\.tsx?$/))
  .filter((file) => !isTestFile(file));
const imports = files.flatMap((file) => importsOf(file));

test('every import follows the arrows', () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.map(forbiddenArrow).filter((problem) => problem !== null)).toEqual([]);
});

// A circle of types alone runs, and is as hard to read as any other.
test('no files import each other in a circle', () => {
  const graph = new Map<string, string[]>();
  for (const { from, target } of imports) graph.set(from, [...(graph.get(from) ?? []), target]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test('the page on the architecture names the topics in their order', () => {
  const [, told = ''] = /A server feature calls only those below it:([^.]+)\./.exec(read('docs/architecture.md')) ?? [];
  const named = told.replace('the desks of the console', '').match(/[a-z]+(-[a-z]+)*/g);
  expect(named).toEqual(topics);
});

describe('the arrows themselves', () => {
  const arrow = (from: string, target: string) => forbiddenArrow({ from, target, typeOnly: false });
  const server = 'apps/server/src';
  const client = 'apps/storefront/src';

  test.each([
    ['packages/contract/src/order/save-order.ts', 'packages/domain/src/order/index.ts'],
    ['packages/domain/src/order/order-states.ts', 'packages/contract/src/order/save-order.ts'],
    ['packages/domain/src/order/order-states.ts', 'node:fs'],
    ['apps/sandbox/src/wechat-pay/signing.ts', `${server}/adapters/wechat-pay.ts`],
    ['apps/sandbox/src/wechat-pay/signing.ts', 'fastify'],
    [`${server}/features/payment/start-payment.ts`, `${server}/adapters/wechat-pay.ts`],
    [`${server}/features/order/save-order.ts`, `${server}/features/policy/index.ts`],
    [`${server}/features/policy/issue-policy.ts`, `${server}/features/order/order-store.ts`],
    [`${server}/features/order/save-order.ts`, `${server}/http/mount-calls.ts`],
    [`${server}/adapters/wechat-pay.ts`, `${server}/features/payment/index.ts`],
    [`${server}/http/mount-calls.ts`, `${server}/adapters/wechat-pay.ts`],
    [`${server}/ports/sms-gateway.ts`, `${server}/adapters/aliyun-sms.ts`],
    [`${client}/features/order/use-draft.ts`, `${client}/features/region/region-picker.tsx`],
    [`${client}/features/order/use-draft.ts`, `${client}/pages/insure/confirm-page.tsx`],
    [`${client}/ui/button.tsx`, `${client}/features/order/use-draft.ts`],
    [`${client}/channel/browser.ts`, `${client}/features/order/use-draft.ts`],
    [`${client}/api/client.ts`, `${client}/app/route-table.ts`],
    [`${client}/pages/home/index-page.tsx`, `${client}/app/route-table.ts`],
    [`${client}/pages/home/index-page.tsx`, `${server}/features/order/index.ts`],
    [`${client}/pages/home/index-page.tsx`, `${client}/recording/recorder.ts`],
    [`${client}/pages/home/index-page.tsx`, 'packages/evidence/src/chunk/index.ts'],
    [`${client}/context/recording.ts`, `${client}/recording/recorder.ts`],
    [`${client}/recording/recorder.ts`, `${client}/api/client.ts`],
    ['packages/testing/src/fresh-database.ts', `${server}/db/migrate.ts`],
    [`${client}/recording/page-watch.ts`, 'rrweb'],
    ['apps/console/src/player.ts', 'rrweb'],
  ])('%s may not import %s', (from, target) => {
    expect(arrow(from, target)).not.toBeNull();
  });

  test.each([
    [`${server}/features/policy/issue-policy.ts`, `${server}/features/order/index.ts`],
    [`${server}/features/payment/start-payment.ts`, `${server}/ports/payment-provider.ts`],
    [`${server}/dependencies.ts`, `${server}/adapters/wechat-pay.ts`],
    [`${client}/pages/insure/confirm-page.tsx`, `${client}/features/order/use-draft.ts`],
    ['packages/domain/src/order/order-states.ts', 'packages/contract/src/vocabulary/index.ts'],
  ])('%s may import %s', (from, target) => {
    expect(arrow(from, target)).toBeNull();
  });

  test('imports are found in every form they can be written', () => {
    const source = [
      "import a, { type B } from './a.ts';",
      "import type { C } from './c.ts';",
      "export { d } from './d.ts';",
      "export type { E } from './e.ts';",
      "export * from './f.ts';",
      "import './g.ts';",
      "const h = () => import('./h.ts');",
      "import { x } from '@huimin/domain/order';",
      'export const view = <p>{a}</p>;',
    ].join('\n');
    const found = importsOf('apps/storefront/src/ui/x.tsx', source);
    const name = (target: string) => target.replace('apps/storefront/src/ui/', '');
    expect(found.map(({ target, typeOnly }) => `${name(target)}${typeOnly ? ' (types)' : ''}`).sort()).toEqual([
      'a.ts',
      'c.ts (types)',
      'd.ts',
      'e.ts (types)',
      'f.ts',
      'g.ts',
      'h.ts',
      'packages/domain/src/order/index.ts',
    ]);
  });
});
