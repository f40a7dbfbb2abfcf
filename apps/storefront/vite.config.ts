import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractCalls } from './vite/contract-calls-plugin.ts';
import { evidence } from './vite/evidence-plugin.ts';
import { firstTap } from './vite/first-tap.ts';
import { importWithFiles } from './vite/import-with-files-plugin.ts';
import { landingTemplate } from './vite/landing-template-plugin.ts';
import { oneFirstFile } from './vite/one-first-file-plugin.ts';
import { precompress } from './vite/precompress-plugin.ts';
import { slimRecorder } from './vite/slim-recorder-plugin.ts';

const first = firstTap();

/**
 * On a slow network every file is a trip of its own, and HTTP/1.1 makes six at a time. So a later screen is five files:
 * its own, the parts with the rules and the logic that screens share, and the styles. With the table of
 * screens and the screen that sends to the login, the first tap on the home page is one trip, and has of what is shared,
 * and of the styles, only what these two screens use. What the others add to the styles comes after those, always.
 */
const CHUNKS = [
  // All that the first chunk needs in that one file, its styles too: they go into the page.
  { name: 'app', test: /src\/app\/main\.tsx$|rolldown\/runtime/, priority: 3 },
  { name: 'first-styles', test: first.showsStyles, priority: 2 },
  { name: 'styles', test: /\.css$/, priority: 2 },
  { name: 'first', test: first.takesIn, minShareCount: 2, priority: 1 },
  {
    name: 'parts',
    test: /\/packages\/|contract-call|\/storefront\/src\/(?!features\/(?:claims|policies|uploads|sharing|payment)\/|pages\/(?!insure\/(?:removed-notice|use-draft-reading)|login\/|my\/kept-orders|renew\/renew-link))/,
    minShareCount: 2,
    priority: 1,
  },
  // What only screens of one kind need does not travel with every other.
  { name: 'claims', test: /\/storefront\/src\/(?:features|pages)\/claims\//, minShareCount: 2, priority: 0 },
  { name: 'policies', test: /\/storefront\/src\/features\/policies\//, minShareCount: 2, priority: 0 },
  { name: 'uploads', test: /\/storefront\/src\/features\/uploads\//, minShareCount: 2, priority: 0 },
  { name: 'sharing', test: /\/storefront\/src\/features\/sharing\//, minShareCount: 2, priority: 0 },
  { name: 'payment', test: /\/storefront\/src\/(?:features\/payment|pages\/pay)\//, minShareCount: 2, priority: 0 },
];

/**
 * The first file names all others, and a hash does not compress: 42 bits tell one release's file from another's as well as the usual
 * 48, and are 100 bytes less for every visitor.
 */
const SHORT_NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

// Two builds: the browser's (`vite build`) and the landing page's for the server (`vite build --ssr …`).
export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    contractCalls(),
    slimRecorder(),
    ...(isSsrBuild
      ? []
      : [first.plugin, importWithFiles(), oneFirstFile(), landingTemplate(), evidence(), precompress()]),
  ],
  build: {
    // Android WebView 78 and iOS 14.
    target: ['chrome78', 'safari14'],
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // The server's too: it keeps the text of what it runs in memory.
    minify: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 1024,
    copyPublicDir: !isSsrBuild,
    rolldownOptions: {
      output: isSsrBuild
        ? { entryFileNames: 'landing.js', codeSplitting: false }
        : { codeSplitting: { groups: CHUNKS }, ...SHORT_NAMES },
    },
  },
  // The server runs the landing without this workspace's packages beside it.
  ssr: { noExternal: true },
  define: isSsrBuild
    ? { 'process.env.NODE_ENV': '"production"' }
    : // What React does for a developer's browser extension, at each change of a page, is for `npm run dev`.
      command === 'build'
      ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }
      : {},
  // `npm run dev`: one address for the page and the server behind it. All that is not Vite's own goes through.
  server: {
    port: 3000,
    proxy: {
      '^/(?!$|[?#]|@|src/|node_modules/|index\\.html|sw\\.js)': process.env.DEV_SERVER ?? 'http://localhost:3001',
    },
  },
}));
