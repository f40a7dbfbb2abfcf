export {
  type DeskEdition,
  EDITION_SECTIONS,
  type EditionDifference,
  type EditionSection,
  editionDifferences,
} from './edition-fields.ts';
export { nextEdition } from './next-edition.ts';
export { type EditionPaper, type PublishCheck, publishChecks } from './publish-checks.ts';
export { MIN_TEXT_CONTRAST, nearestReadable, themePairs } from './theme-pairs.ts';
