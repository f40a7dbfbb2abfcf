// npm run docs: writes the pages under docs/ that are made from code. Tests compare them.
import { writeFileSync } from 'node:fs';
import { settingsPage } from '../apps/server/src/settings/document.ts';
import { callsDoc } from './calls-doc.ts';
import { errorsDoc } from './errors-doc.ts';
import { evidenceDoc } from './evidence-doc.ts';
import { statesDoc } from './states-doc.ts';

const pages = {
  calls: callsDoc,
  errors: errorsDoc,
  settings: settingsPage,
  states: statesDoc,
  'evidence-example': evidenceDoc,
};

for (const [name, text] of Object.entries(pages)) {
  writeFileSync(new URL(`../docs/${name}.md`, import.meta.url), text());
}
