/** What lies over the page: the region picker (on its own, or as the first step of buying) or sharing. */
export type HomeLayer = 'region' | 'buy' | 'share' | null;
