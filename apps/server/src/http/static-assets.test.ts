import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerStaticAssets } from './static-assets.ts';

const SCRIPT = 'export const words = "苏民安";'.repeat(40);
/** Of another release. */
const OTHER = 'export const words = "苏民安 2028";';
let distDir: string;
let fastify: FastifyInstance;

beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'huimin-assets-'));
  const assets = join(distDir, 'client', 'assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(distDir, 'client', 'index.html'), 'template');
  writeFileSync(join(assets, 'app-1.js'), SCRIPT);
  writeFileSync(join(assets, 'app-1.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(assets, 'app-1.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(assets, 'page-1.css'), 'a{color:red}');
  fastify = Fastify();
  fastify.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 400104 }));
  await registerStaticAssets(fastify, {
    distDir,
    releasedFiles: { find: async (path) => (path === '/assets/app-9.js' ? brotliCompressSync(OTHER) : null) },
  });
});

afterAll(async () => {
  await fastify.close();
  rmSync(distDir, { recursive: true, force: true });
});

const get = (url: string, encoding = '') => fastify.inject({ url, headers: { 'accept-encoding': encoding } });

describe('static assets', () => {
  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('sends what the build compressed: %s', async (accepted, encoding, unpack) => {
    const reply = await get('/assets/app-1.js', accepted);
    expect(reply.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(reply.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(unpack(reply.rawPayload).toString()).toBe(SCRIPT);
  });

  it('sends the file itself where nothing is compressed or accepted', async () => {
    expect((await get('/assets/app-1.js')).payload).toBe(SCRIPT);
    const style = await get('/assets/page-1.css', 'br');
    expect(style.payload).toBe('a{color:red}');
    expect(style.headers['content-type']).toContain('text/css');
  });

  it('lets browsers keep a file for ever', async () => {
    expect((await get('/assets/app-1.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each(['/assets/app-0.js', '/assets/', '/assets/..%2findex.html', '/assets/%2e%2e/index.html'])(
    'has a plain 404 that nobody keeps for %s',
    async (url) => {
      const reply = await get(url, 'br');
      expect(reply.statusCode).toBe(404);
      expect(reply.payload).not.toContain('template');
    },
  );

  it('keeps a missing chunk out of caches', async () => {
    const reply = await get('/assets/app-0.js');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('sends a file of another release as its own', async () => {
    const reply = await get('/assets/app-9.js?later', 'gzip, br');
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    });
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(OTHER);
    const plain = await get('/assets/app-9.js', 'gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.payload).toBe(OTHER);
    const post = await fastify.inject({ method: 'POST', url: '/assets/app-9.js', payload: '' });
    expect(post.statusCode).toBe(404);
  });

  it('leaves other paths to the rest of the server', async () => {
    expect((await get('/nowhere')).json()).toEqual({ code: 400104 });
  });
});
