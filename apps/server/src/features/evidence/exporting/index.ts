export { passingOn } from './export-standing.ts';
export { makePackage } from './make-package.ts';
export { notePassedOn, noteUnmasking } from './note-passing-on.ts';
