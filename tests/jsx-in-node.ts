import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/**
 * Loaded first where Node loads the tests itself, for those that read an app's table of routes: JSX is compiled when it is
 * met, and looks are nothing to a program.
 */
registerHooks({
  load(url, context, next) {
    if (url.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true };
    if (!url.endsWith('.tsx')) return next(url, context);
    const { transformSync } = require('rolldown/utils') as typeof import('rolldown/utils');
    const file = fileURLToPath(url);
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'));
    if (errors.length > 0) throw errors[0];
    return { format: 'module', source: code, shortCircuit: true };
  },
});
