import type { Plugin } from 'vite';

const WHERE = /@rc-component\/util\/es\/Dom\/dynamicCSS\.js$/;
const GIVEN = 'if (csp?.nonce) {\n    styleNode.nonce = csp?.nonce;\n  }';
const ALWAYS = `styleNode.nonce = csp?.nonce ?? document.querySelector('meta[name="style-nonce"]')?.content ?? '';`;

/**
 * Some style sheets the kit makes without being given the page's nonce (measuring a scroll bar, keeping the page behind a
 * dialog still), which the content security policy refuses. All go through one function: it looks for the nonce itself.
 */
export function pageNonce(): Plugin {
  return {
    name: 'huimin:page-nonce',
    enforce: 'pre',
    transform(code, id) {
      if (!WHERE.test(id)) return null;
      if (!code.includes(GIVEN)) throw new Error('the kit makes its style sheets in another way now');
      return { code: code.replace(GIVEN, ALWAYS), map: null };
    },
  };
}
