export { drawSample } from './draw-sample.ts';
export { listOwnLooks } from './list-own-looks.ts';
export { listSamples } from './list-samples.ts';
export { repeatSample } from './repeat-sample.ts';
export { showIndicators } from './show-indicators.ts';
export { showSample } from './show-sample.ts';
