export * from './read-journey.ts';
export * from './required-journey.ts';
