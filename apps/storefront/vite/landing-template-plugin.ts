import { readFileSync } from 'node:fs';
import { minifySync } from 'rolldown/experimental';
import type { Plugin } from 'vite';

/**
 * Makes the page's template: the boot script inline, the first chunk's style sheet inline instead of a link (the landing
 * asks for no external CSS). The server fills the template per edition; `vite dev` serves it as it is.
 */
export function landingTemplate(): Plugin {
  const inPage: string[] = [];
  let oldBrowser = '/src/landing/old-browser.js';
  return {
    name: 'huimin:landing-template',
    enforce: 'post',
    buildStart() {
      if (this.environment.mode !== 'build') return;
      const id = this.emitFile({ type: 'asset', name: 'old-browser.js', source: minified('old-browser.js') });
      oldBrowser = `/${this.getFileName(id)}`;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const table = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/app/route-table.ts')),
        );
        if (bundle && !table) throw new Error('the table of screens is in no chunk');
        const boot = minified('boot.js')
          .replace('ROUTE_TABLE', `/${table?.fileName ?? 'src/app/route-table.ts'}`)
          .replace('OLD_BROWSER', oldBrowser);
        let page = html.replace('<!--head-->', `<script>${boot}</script>`);
        if (!bundle) return page;
        page = page.replace(/\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
          const asset = bundle[file];
          if (asset?.type !== 'asset') throw new Error(`no style sheet for ${link}`);
          delete bundle[file];
          inPage.push(file);
          return `<style>${withoutUnusedSwitches(String(asset.source).trim())}</style>`;
        });
        // The style sheet before the theme, whose rules must win over it.
        page = page.replace(/>\s+</g, '><').replace(/(<!--theme-->)(.*?)(<style>.*?<\/style>)/s, '$3$1$2');
        // Of a script of the own address it changes nothing, and a closed tag that has no end needs none; each is sent.
        page = page.replace(/(<script type="module") crossorigin/g, '$1').replace(/ \/>/g, '>');
        // The page is read before it is pressed: its picture comes before its scripts.
        return page.replace(/<script type="module"/g, '<script type="module" fetchpriority="low"');
      },
    },
    // After the lists of what each screen needs were written.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of inPage) forgetStyles(bundle, file);
        if (inPage.length > 0) tableWithoutStyles(firstChunk(bundle));
      },
    },
  };
}

/** The style compiler writes switches for `light-dark()` beside every colour scheme, also where nothing reads them. */
function withoutUnusedSwitches(css: string): string {
  return css.includes('var(--lightningcss-') ? css : css.replace(/--lightningcss-(?:light|dark):[^;}]*;?/g, '');
}

type Bundle = Readonly<Record<string, { type: 'asset' | 'chunk'; fileName: string; name?: string; code?: string }>>;

/**
 * Later screens name the first chunk's styles among what they need. These are in the page: the place in their lists, which
 * are read by position, goes to the first chunk, which is there already. Whatever has later styles names those itself.
 */
function forgetStyles(bundle: Bundle, file: string): void {
  const first = firstChunk(bundle);
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk' || !chunk.code?.includes(`"${file}"`)) continue;
    chunk.code = chunk.code.replaceAll(`"${file}"`, `"${first.fileName}"`);
  }
}

function firstChunk(bundle: Bundle): Bundle[string] {
  const first = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === 'app');
  if (!first) throw new Error('there is no first chunk');
  return first;
}

/** The table of screens shows nothing: it is read before the later styles are there, which each of its screens waits for. */
function tableWithoutStyles(first: Bundle[string]): void {
  const code = first.code?.replace(/(import\(`\.\/route-table-[\w-]+\.js`\),)__vite__mapDeps\(\[[\d,]+\]\)/, '$1[]');
  if (!code || code === first.code) throw new Error('the table of screens is asked for in another way');
  first.code = code;
}

/** A script that every browser can read, as short as that allows. */
function minified(name: string): string {
  const file = new URL(`../src/landing/${name}`, import.meta.url);
  const { code, errors } = minifySync(name, readFileSync(file, 'utf8'), { compress: { target: 'es2015' } });
  if (errors.length > 0 || code === '') throw new Error(`${name} does not compile: ${errors[0]?.message}`);
  // The minifier writes every text as a template.
  const text = code.trim().replace(/`([^`$'\\\n]*)`/g, "'$1'");
  if (text.includes('`')) throw new Error(`${name} holds a text that old browsers cannot read`);
  return text;
}
