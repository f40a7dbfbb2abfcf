import type { ConsoleCalls } from '@huimin/contract/console';
import { fail, ok } from '../../http/handler.ts';
import { dropBarredWord, keepBarredWord, MOST_WORDS, piecesWithBarredWords, wordsNow } from '../sharing/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { type ContentDeskDependencies, seesAll } from './content-desk-deps.ts';

const NOT_ALL = '不能用的词管全部产品，只有数据范围是全省的人能改';

export function listWords(deps: ContentDeskDependencies): ConsoleHandler<ConsoleCalls['listBarredWords']> {
  return async () => {
    const words = await wordsNow(deps);
    return ok({
      words: words.map(({ word, reason, allowedAfter = [], allowedWhenAnnounced = false }) => ({
        ...{ word, reason, allowedWhenAnnounced },
        allowedAfter: [...allowedAfter],
      })),
    });
  };
}

export function keepWord(deps: ContentDeskDependencies): ConsoleHandler<ConsoleCalls['keepBarredWord']> {
  return async ({ word, reason, allowedAfter = [], allowedWhenAnnounced = false, former }, request) => {
    if (!seesAll(request.member.scope)) return fail('staff-rule', NOT_ALL);
    const entry = { word: word.trim(), reason: reason.trim(), allowedAfter, allowedWhenAnnounced };
    if (Array.from(entry.word).length < 2 || entry.reason === '')
      return fail('staff-rule', '请写 2 到 20 个字的词和说法');
    const now = await wordsNow(deps);
    const isNew = now.every((one) => one.word !== entry.word);
    if (isNew && now.length >= MOST_WORDS) return fail('staff-rule', `最多 ${MOST_WORDS} 个词`);
    const kept = await deps.database.transaction(async (query) => {
      if (!(await keepBarredWord(query, entry, former))) return false;
      await request.note(
        { subject: `不能用的词 ${entry.word}`, detail: `${isNew ? '加上' : '改'}：${entry.reason}` },
        query,
      );
      return true;
    });
    if (!kept) {
      return fail(
        'staff-rule',
        former === null ? '这个词已经有了，请在列表里找到它再改' : '这个词刚被别人改过，您填的没有存。请看过最新的再改',
      );
    }
    return ok({ noLongerShown: await piecesWithBarredWords(deps) });
  };
}

export function dropWord(deps: ContentDeskDependencies): ConsoleHandler<ConsoleCalls['dropBarredWord']> {
  return async ({ word, reason }, request) => {
    if (!seesAll(request.member.scope)) return fail('staff-rule', NOT_ALL);
    const dropped = await deps.database.transaction(async (query) => {
      const isDropped = await dropBarredWord(query, word);
      if (isDropped) await request.note({ subject: `不能用的词 ${word}`, detail: `去掉：${reason.trim()}` }, query);
      return isDropped;
    });
    return dropped ? ok({}) : fail('not-found', '没有这个词');
  };
}
