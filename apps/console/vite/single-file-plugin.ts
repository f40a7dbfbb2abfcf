import { createHash } from 'node:crypto';
import type { Plugin, Rollup } from 'vite';

/**
 * Makes the page one file that needs nothing else: script and styles stand in it, and its policy lets exactly this script run
 * and nothing be loaded.
 */
export function singleFile(): Plugin {
  return {
    name: 'huimin:single-file',
    enforce: 'post',
    apply: 'build',
    generateBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const page = outputs.find(({ fileName }) => fileName.endsWith('.html')) as Rollup.OutputAsset | undefined;
      const scripts = outputs.filter((one): one is Rollup.OutputChunk => one.type === 'chunk');
      const [script] = scripts;
      if (!page || !script || scripts.length > 1) throw new Error('one page with one script is expected');
      const styles = outputs.filter(({ fileName }) => fileName.endsWith('.css')) as Rollup.OutputAsset[];
      const code = script.code.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--');
      const hash = createHash('sha256').update(code).digest('base64');
      const policy = [
        `default-src 'none'`,
        `script-src 'sha256-${hash}'`,
        `style-src 'unsafe-inline'`,
        `img-src data:`,
        `font-src data:`,
        `base-uri 'none'`,
        `form-action 'none'`,
      ].join('; ');
      const html = String(page.source)
        .replace(/<script type="module"[^>]*><\/script>/, '')
        .replace(/<link rel="stylesheet"[^>]*>/g, '')
        .replace(
          '<meta charset="utf-8" />',
          () => `<meta charset="utf-8" />\n    <meta http-equiv="content-security-policy" content="${policy}" />`,
        )
        .replace('</head>', () => `<style>${styles.map(({ source }) => source).join('')}</style>\n  </head>`)
        .replace('</body>', () => `<script type="module">${code}</script>\n  </body>`);
      for (const { fileName } of [...scripts, ...styles]) delete bundle[fileName];
      page.source = html;
    },
  };
}
