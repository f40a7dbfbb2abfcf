export * from './entries.ts';
export * from './note.ts';
export * from './tiles.ts';
