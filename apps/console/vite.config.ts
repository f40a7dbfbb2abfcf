import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../storefront/vite/precompress-plugin.ts';
import { consoleCallsPlugin } from './vite/console-calls-plugin.ts';
import { pageNonce } from './vite/page-nonce-plugin.ts';
import { slimPlayer } from './vite/slim-player-plugin.ts';

const KIT = /node_modules\/(?:antd|@ant-design|@rc-component|rc-[\w-]+|dayjs)\//;

export default defineConfig({
  root: import.meta.dirname,
  base: '/hmb-js26/console/',
  plugins: [react(), consoleCallsPlugin(), pageNonce(), slimPlayer(), precompress()],
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      // The player and the printed report have policies of their own.
      input: ['index.html', 'player.html', 'report.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//, priority: 3 },
            // What the door and every page need; what one page needs alone stays with it.
            { name: 'kit', test: KIT, minShareCount: 2, priority: 2 },
          ],
        },
      },
    },
  },
});
