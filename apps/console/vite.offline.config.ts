import { join } from 'node:path';
import { defineConfig } from 'vite';
import { singleFile } from './vite/single-file-plugin.ts';
import { slimPlayer } from './vite/slim-player-plugin.ts';

/** The player that lies in every evidence package: one file, opened from a disk, without a network. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [slimPlayer(), singleFile()],
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    outDir: 'dist/offline',
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 1_000_000,
    cssCodeSplit: false,
    rolldownOptions: { input: join(import.meta.dirname, 'offline.html'), output: { codeSplitting: false } },
  },
});
