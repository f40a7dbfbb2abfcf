import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isStorefrontBuilt } from '../../scripts/prepare.mjs';
import { root } from './source-files.ts';

/** The residents' app as it is built for the browsers (`client`) and for the server (`server`), in a folder of its own. */
export interface BuiltStorefront {
  readonly distDir: string;
  remove(): void;
}

/** A copy of what stands built from the sources as they are, which servers show; built anew where they have changed since. */
export function builtStorefront(): BuiltStorefront {
  if (!isStorefrontBuilt()) return buildStorefront();
  const distDir = mkdtempSync(join(tmpdir(), 'huimin-built-'));
  cpSync(join(root, 'apps', 'storefront', 'dist'), distDir, { recursive: true });
  return { distDir, remove: () => rmSync(distDir, { recursive: true, force: true }) };
}

/** Builds it anew; `client`: for the browsers alone. */
export function buildStorefront(
  wanted: { readonly client?: true; readonly environment?: Readonly<Record<string, string>> } = {},
): BuiltStorefront {
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
