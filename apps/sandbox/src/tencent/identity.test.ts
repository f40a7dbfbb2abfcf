import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import type { DeclaredCard } from '../identity/card-facts.ts';
import { cardPicture } from '../identity/card-picture.ts';
import { cardJpeg, cardPng, cloudCall, pressFace } from '../testing/cloud-shop.ts';

const HOUR = 3_600_000;
const PERSON = { IdCard: '32010619880316002X', Name: '张三' };
let sandbox: Sandbox;

beforeEach(async () => {
  const startMs = Date.parse('2026-11-20T08:00:00+08:00');
  sandbox = await createSandbox({
    ...{ port: 0, keys: keysFromVectors(), seed: 5, controlApi: true },
    clock: { now: () => startMs },
  });
});
afterEach(() => sandbox.close());

const call = async (action: string, body: unknown) => (await cloudCall(sandbox, action, body)).data;

describe('a face check', () => {
  const open = async (more: Record<string, unknown> = {}) => {
    const body = { RuleId: '1', ...PERSON, RedirectUrl: 'http://localhost:3000/back?a=1#/here', Extra: 'e1', ...more };
    return call('DetectAuth', body) as Promise<{ Url: string; BizToken: string; Error?: { Code: string } }>;
  };
  const look = async (url: string) => {
    const answer = await fetch(url);
    return { status: answer.status, html: await answer.text() };
  };
  const result = (BizToken: string, more = {}) =>
    call('GetDetectInfoEnhanced', { BizToken, RuleId: '1', InfoType: '1', ...more });

  test('has no result until the person is done; the way back carries the token before the fragment', async () => {
    const { Url, BizToken } = await open();
    expect((await result(BizToken)).Text).toMatchObject({ ErrCode: null, Sim: null, IdCard: PERSON.IdCard });
    const page = await look(Url);
    expect(page.html).toContain('张*');
    expect(page.html).not.toContain('张三');
    const back = await pressFace(sandbox, page.html, 'pass');
    expect(back.headers.get('location')).toBe(`http://localhost:3000/back?a=1&BizToken=${BizToken}#/here`);
    const { Text, BestFrame, IdCardData } = await result(BizToken, { InfoType: '13' });
    expect(Text).toMatchObject({ ErrCode: 0, Sim: '92.35', Name: '张三', Extra: 'e1', LiveStatus: 0 });
    expect(BestFrame.BestFrame).toEqual(expect.any(String));
    expect(IdCardData).toBeNull();
    expect((await look(Url)).status).toBe(400);
  });

  test.each([
    ['fail', 1004, null],
    ['low-similarity', 2016, '43.10'],
    ['name-mismatch', 2013, '0.00'],
    ['quit', null, null],
  ])('that ends by %s is told as %s', async (ending, code, similarity) => {
    const { Url, BizToken } = await open();
    expect((await pressFace(sandbox, (await look(Url)).html, ending)).status).toBe(303);
    expect((await result(BizToken)).Text).toMatchObject({ ErrCode: code, Sim: similarity });
  });

  test('that times out does not come back and has no result', async () => {
    const { Url, BizToken } = await open();
    expect((await pressFace(sandbox, (await look(Url)).html, 'time-out')).status).toBe(200);
    expect((await result(BizToken)).Text.ErrCode).toBeNull();
  });

  test('whose return is forged has no result', async () => {
    const { Url, BizToken } = await open();
    sandbox.control.faults.add({ provider: 'tencent', kind: 'return_forged' });
    expect((await pressFace(sandbox, (await look(Url)).html, 'pass')).status).toBe(303);
    expect((await result(BizToken)).Text.ErrCode).toBeNull();
  });

  test('cannot be passed under a name that the registry knows otherwise', async () => {
    sandbox.control.identity.people.add({ idCard: PERSON.IdCard, name: '李四' });
    const { BizToken } = await open();
    expect(sandbox.control.identity.faces.end(BizToken, 'pass').ending).toBe('name-mismatch');
  });

  test('is open for two hours, its result for three days', async () => {
    const [late, done] = [await open(), await open()];
    sandbox.control.identity.faces.end(done.BizToken, 'pass');
    await sandbox.clock.advance(2 * HOUR);
    expect((await look(late.Url)).status).toBe(400);
    expect((await result(done.BizToken)).Text.ErrCode).toBe(0);
    await sandbox.clock.advance(70 * HOUR);
    expect((await result(done.BizToken)).Error.Code).toBe('InvalidParameterValue.BizTokenExpired');
    expect((await result('nobody')).Error.Code).toBe('InvalidParameterValue.BizTokenIllegal');
  });

  test.each([
    ['an unknown rule', { RuleId: '2' }, 'InvalidParameterValue.RuleIdNotExist'],
    ['a number without a name', { Name: undefined }, 'InvalidParameter'],
    ['a number with a wrong check character', { IdCard: '320106198803160021' }, 'FailedOperation.IdFormatError'],
    ['a way back that is no page', { RedirectUrl: 'javascript:alert(1)' }, 'InvalidParameter'],
  ])('with %s is not opened', async (_name, more, code) => {
    expect((await open(more)).Error?.Code).toBe(code);
  });
});

describe('checks of a person', () => {
  /** An identity number with these sequence digits and the right check character. */
  const idWith = (sequence: string): string => {
    const body = `32010619880316${sequence}`;
    const weighted = [...body].reduce((sum, digit, place) => sum + Number(digit) * (2 ** (17 - place) % 11), 0);
    return body + '10X98765432'[weighted % 11];
  };

  test.each([
    ['a pair that fits', PERSON, '0'],
    ['a number with a wrong check character', { ...PERSON, IdCard: '320106198803160021' }, '-2'],
    ['a name that is none', { ...PERSON, Name: '1' }, '-3'],
    ['a mismatch asked for', { ...PERSON, IdCard: idWith('991') }, '-1'],
    ['a fault of the registry', { ...PERSON, IdCard: idWith('994') }, '-4'],
    ['no record', { ...PERSON, IdCard: idWith('995') }, '-5'],
    ['an upgrade', { ...PERSON, IdCard: idWith('996') }, '-6'],
    ['the daily limit', { ...PERSON, IdCard: idWith('997') }, '-7'],
  ])('two elements: %s', async (_name, body, expected) => {
    expect((await call('IdCardVerification', body)).Result).toBe(expected);
  });

  test.each([
    ['three that fit', '13900000000', '0', undefined, '移动'],
    ['a phone that is none', '12900000000', '-6', undefined, undefined],
    ['another number', '13900009041', '-4', 'PhoneIdCardMismatch', '移动'],
    ['another name', '18900009042', '-4', 'PhoneNameMismatch', '电信'],
    ['both', '13000009043', '-4', 'PhoneNameIdCardMismatch', '联通'],
    ['name and number apart', '13900009044', '-4', 'NameIdCardMismatch', '移动'],
    ['something else', '13900009045', '-4', 'OtherMismatch', '移动'],
    ['no record', '13900009009', '-9', undefined, undefined],
    ['a busy registry', '13900009011', '-11', undefined, undefined],
    ['the daily limit', '13900009012', '-12', undefined, undefined],
  ])('three elements: %s', async (_name, Phone, expected, detail, network) => {
    const { Result, ResultDetail, Isp } = await call('PhoneVerification', { ...PERSON, Phone });
    expect([Result, ResultDetail, Isp]).toEqual([expected, detail, network]);
  });

  test('the registry knows better than the claim', async () => {
    sandbox.control.identity.people.add({ idCard: PERSON.IdCard, name: '张三', phone: '13900000000' });
    expect((await call('IdCardVerification', { ...PERSON, Name: '李四' })).Result).toBe('-1');
    const check = (more: object) => call('PhoneVerification', { ...PERSON, Phone: '13900000000', ...more });
    expect((await check({})).Result).toBe('0');
    expect(await check({ Name: '李四' })).toMatchObject({ Result: '-4', ResultDetail: 'NameIdCardMismatch' });
    expect(await check({ Phone: '13911111111' })).toMatchObject({ ResultDetail: 'PhoneNameIdCardMismatch' });
  });
});

describe('reading a card', () => {
  const FRONT: DeclaredCard = {
    ...{ name: '张三', sex: '女', nation: '汉', birth: '1988/3/16', address: '江苏省南京市鼓楼区某街1号' },
    ...{ idNum: PERSON.IdCard, warnings: [-9102, -9103, -9110], quality: 71 },
  };
  const BACK: DeclaredCard = { authority: '南京市公安局', validDate: '2015.01.01-长期' };
  const read = (image: Buffer, more: Record<string, unknown> = {}) =>
    call('IDCardOCR', { ImageBase64: image.toString('base64'), ...more });

  test.each([
    ['PNG', cardPng],
    ['JPEG', cardJpeg],
    ['picture without a word beside it', cardPicture],
  ])('what a %s declares is read, either side', async (_name, picture) => {
    expect(await read(picture(FRONT), { CardSide: 'FRONT' })).toMatchObject({
      ...{ Name: '张三', Sex: '女', Nation: '汉', Birth: '1988/3/16', IdNum: PERSON.IdCard, Authority: '' },
    });
    expect(await read(picture(BACK))).toMatchObject({
      Authority: '南京市公安局',
      ValidDate: '2015.01.01-长期',
      Name: '',
    });
    expect((await read(picture(BACK), { CardSide: 'FRONT' })).Error.Code).toBe('FailedOperation.ImageNoIdCard');
  });

  test('a warning is told when its switch is on', async () => {
    const warned = async (Config?: string) => JSON.parse((await read(cardPng(FRONT), { Config })).AdvancedInfo);
    expect(await warned()).toEqual({ WarnInfos: [-9110] });
    expect(await warned('{"CopyWarn":true,"ReshootWarn":true,"Quality":true}')).toEqual({
      WarnInfos: [-9102, -9103, -9110],
      Quality: 71,
    });
    expect((await read(cardPng(FRONT), { Config: { CopyWarn: true } })).Error.Code).toBe('InvalidParameter');
  });

  test.each<[string, Buffer, string]>([
    ['bytes that are no picture', Buffer.from('no picture'), 'FailedOperation.ImageDecodeFailed'],
    ['half a picture', cardPng(FRONT).subarray(0, 60), 'FailedOperation.ImageDecodeFailed'],
    ['nothing', Buffer.alloc(0), 'FailedOperation.EmptyImageError'],
    [
      'a number with a wrong check character',
      cardPng({ ...FRONT, idNum: '320106198803160021' }),
      'FailedOperation.IdCardInfoIllegal',
    ],
    ['a blurred one', cardPng({ error: 'ImageBlur' }), 'FailedOperation.ImageBlur'],
    ['several cards', cardJpeg({ error: 'MultiCardError' }), 'FailedOperation.MultiCardError'],
  ])('%s is refused', async (_name, image, code) => {
    expect((await read(image)).Error.Code).toBe(code);
  });

  test('a picture over ten megabytes is too large', { timeout: 30_000 }, async () => {
    expect((await read(Buffer.alloc(8 * 1024 * 1024))).Error.Code).toBe('LimitExceeded.TooLargeFileError');
  });
});
