import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes `.br` (quality 11) and `.gz` beside every asset that compresses, once per build instead of once per request. */
export function precompress(): Plugin {
  let assetsDir = '';
  return {
    name: 'huimin:precompress',
    apply: 'build',
    configResolved(config) {
      assetsDir = resolve(config.root, config.build.outDir, config.build.assetsDir);
    },
    closeBundle(failure) {
      // The build says itself what it failed by; there is nothing written then.
      if (failure) return;
      for (const name of readdirSync(assetsDir)) {
        if (!/\.(js|css|svg|json|txt)$/.test(name)) continue;
        const path = join(assetsDir, name);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.br`, brotli(bytes));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

function brotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
