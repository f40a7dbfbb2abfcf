export { cleanEvents } from './clean-events.ts';
export { cleanStyle, type Resolve } from './css.ts';
export { fillAssets, type PlayedAsset } from './fill-assets.ts';
export { noWishes, type Wishes } from './wishes.ts';
