import { Theme } from '@huimin/contract';
import { themeProblems } from '@huimin/domain/product';
import { readSelfCheck } from '@huimin/domain/self-check';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Core } from '../core.ts';
import { changeTheme, type EditionStore } from '../features/configuration/index.ts';
import { refuse, signatureOf } from './operator-answers.ts';

interface EditionDependencies extends Pick<Core, 'database' | 'clock' | 'log'> {
  readonly editions: EditionStore;
}

const THEME = Compile(Theme);

/** The colours of an edition; what cannot be read is not taken. And what a self-check's code says, for the service desk. */
export function editionRoutes(door: FastifyInstance, deps: EditionDependencies): void {
  door.put('/editions/:edition/theme', async (request, reply) => {
    const { edition } = request.params as { edition: string };
    const { theme } = (request.body ?? {}) as { theme?: unknown };
    const signature = signatureOf(request.body);
    if (!THEME.Check(theme)) return refuse(reply, 400, '请写 theme：六种颜色，如 {"primaryColor": "#A8202D", …}');
    if (typeof signature === 'string') return refuse(reply, 400, signature);
    const problems = themeProblems(theme as Static<typeof Theme>);
    if (problems.length > 0) return reply.code(409).send({ message: problems[0]?.message, problems });
    const at = new Date(deps.clock.now());
    const version = await changeTheme(deps.database.query, edition, theme as Static<typeof Theme>, at);
    if (version === null) return refuse(reply, 404, '没有这个版本');
    deps.log.info({ edition, version, ...signature }, 'theme of an edition changed by an operator');
    return reply.send({ edition, configVersion: version });
  });
  door.get('/self-check/:code', async (request, reply) => {
    const { code } = request.params as { code: string };
    const read = readSelfCheck(code);
    if (read.kind === 'wrong') return refuse(reply, 400, '这串码不对，请让居民再念一遍');
    return reply.send(read.result);
  });
}
