export { type ComparedLine, type ComparedText, compareLines, readingSeconds } from './compare-lines.ts';
export { type DocumentCheck, documentChecks, documentText } from './document-checks.ts';
