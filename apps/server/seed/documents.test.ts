import { readFileSync } from 'node:fs';
import { DOCUMENT_KEYS } from '@huimin/contract';
import { documentChecks } from '@huimin/domain/page-versions';
import { expect, test } from 'vitest';
import { parseDocumentText } from '../src/features/configuration/index.ts';

test.each(DOCUMENT_KEYS)('the first %s could be published as it is', (key) => {
  const text = readFileSync(new URL(`./documents/${key}.txt`, import.meta.url), 'utf8');
  const lacking = documentChecks({ key, ...parseDocumentText(text) }, []).filter(({ problem }) => problem !== null);
  expect(lacking).toEqual([]);
});
