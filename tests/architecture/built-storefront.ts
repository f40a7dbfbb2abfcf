import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './source-files.ts';

/**
 * The residents' app as it is built for the browsers (`client`) and, unless that is all that is wanted, for the server
 * (`server`), in a folder of its own.
 */
export function buildStorefront(
  wanted: { readonly client?: true; readonly environment?: Readonly<Record<string, string>> } = {},
): { readonly distDir: string; remove(): void } {
  const distDir = mkdtempSync(join(tmpdir(), 'huimin-built-'));
  const build = (outDir: string, ...more: string[]) =>
    execFileSync(
      process.execPath,
      [
        join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
        ...['build', '--logLevel', 'error', '--emptyOutDir', '--outDir', outDir],
        ...more,
      ],
      { cwd: join(root, 'apps', 'storefront'), env: { ...process.env, NODE_ENV: 'production', ...wanted.environment } },
    );
  build(join(distDir, 'client'));
  if (!wanted.client) build(join(distDir, 'server'), '--ssr', 'src/landing/entry-server.tsx');
  return { distDir, remove: () => rmSync(distDir, { recursive: true, force: true }) };
}
