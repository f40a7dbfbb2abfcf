// node scripts/one-file.mjs <program> <file>: a program with all that it uses as one file, made of its sources as they stand.
import { renameSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * A start then loads one file in place of nearly three thousand, which takes most of its time. What a source finds beside itself (its
 * migrations, a font, the program of a thread) is still found beside the source: the file belongs to this folder on this machine.
 * @param {string} program
 * @param {string} file appears whole, or not at all
 * @param {{ changesBuiltins?: boolean }} [options] for a program that puts others in the place of the engine's functions: an import sees
 * them, a name that was taken before does not
 */
export async function makeOneFile(program, file, { changesBuiltins = false } = {}) {
  const bundle = await rolldown({
    input: program,
    platform: 'node',
    logLevel: 'warn',
    // Left to itself it writes a file that cannot start.
    onLog(level, log, report) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      report(level, log);
    },
    plugins: [
      { name: 'where-sources-stand', transform: standingWhereItWas },
      changesBuiltins ? null : builtinsAsTheyAre,
    ],
  });
  const unfinished = `${file}.${process.pid}`;
  try {
    // One sign outside ASCII, in a comment even, and the engine keeps the whole text with two bytes for each: 7 MB more.
    const plain = { charset: 'ascii', comments: false };
    await bundle.write({ file: unfinished, format: 'esm', codeSplitting: false, ...plain });
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
    await bundle.close();
  }
}

const BUILTIN = '\0builtin:';
/**
 * The engine's own modules, without those parts that they load when they are first asked for: an import asks for every part, so that one
 * of `node:http` loads the whole of `fetch`, a twentieth of a start.
 */
const builtinsAsTheyAre = {
  name: 'builtins-as-they-are',
  resolveId(id, _, { kind }) {
    return kind === 'import-statement' && isBuiltin(id) ? BUILTIN + id : null;
  },
  load(id) {
    if (!id.startsWith(BUILTIN)) return null;
    const name = id.slice(BUILTIN.length);
    const parts = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(name)));
    const names = parts.flatMap(([part, { get, enumerable }]) =>
      enumerable && !get && part !== 'default' ? part : [],
    );
    const builtin = `process.getBuiltinModule(${JSON.stringify(name)})`;
    return `const builtin = ${builtin};\nexport default builtin;\nexport const { ${names.join(', ')} } = builtin;`;
  },
};

function standingWhereItWas(code, id) {
  const places = { dirname: dirname(id), filename: id, url: pathToFileURL(id).href };
  const declares = /\b(const|let|var)\s+__(dir|file)name\b/.test(code);
  return code
    .replace(/\bimport\.meta\.(dirname|filename|url)\b/g, (_, name) => JSON.stringify(places[name]))
    .replace(/\b__(dirname|filename)\b/g, (word, name) => (declares ? word : JSON.stringify(places[name])));
}

const [, self, program, file] = process.argv;
if (self === import.meta.filename && program && file) await makeOneFile(resolve(program), resolve(file));
