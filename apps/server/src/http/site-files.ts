import type { Core } from '../core.ts';
import { createReleasedFiles, type ReleasedFiles } from '../features/released-files/index.ts';
import { CONSOLE_ASSETS } from './console-routes.ts';
import { storefrontAssets } from './static-assets.ts';

/** The built files of both apps, kept for servers of other releases and found where those kept theirs. */
export function createSiteFiles(core: Pick<Core, 'database' | 'clock' | 'log'>, distDir: string): ReleasedFiles {
  return createReleasedFiles(core, [storefrontAssets(distDir), CONSOLE_ASSETS]);
}
