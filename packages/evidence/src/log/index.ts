export * from './entries.ts';
export * from './key-changes.ts';
export * from './note.ts';
export * from './proven-tiles.ts';
export * from './tiles.ts';
