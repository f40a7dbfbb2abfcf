import type { ShareArticleTextValue, ShareCardTextValue, SharePosterTextValue } from '@huimin/contract';
import { beijingMs } from '@huimin/domain/date';
import type { BarredWord } from '@huimin/domain/share';
import { approveContent, changeWords, listContents, wordsNow, writeContent } from '../src/features/sharing/index.ts';

type Desk = Parameters<typeof listContents>[0];

/** The list to begin with; an operator replaces it as a whole. */
const BARRED_WORDS: readonly BarredWord[] = [
  { word: '自动续保', reason: '短期健康险不能写续保，写“自动重新投保”' },
  { word: '保证续保', reason: '一年期产品，不能承诺续保', allowedAfter: ['不', '非', '不能'] },
  { word: '承诺续保', reason: '一年期产品，不能承诺续保', allowedAfter: ['不', '不能'] },
  { word: '终身可续', reason: '一年期产品，不能承诺续保' },
  { word: '政府兜底', reason: '政府指导不是政府承担责任，写“政府指导、商业运营”' },
  { word: '政府买单', reason: '政府不出这份保费' },
  { word: '政府承保', reason: '由保险公司承保' },
  { word: '官方唯一', reason: '不能写唯一' },
  { word: '即将停售', reason: '公告以后才能说停售', allowedWhenAnnounced: true },
  { word: '马上停售', reason: '公告以后才能说停售', allowedWhenAnnounced: true },
  { word: '最后机会', reason: '公告以后才能说截止', allowedWhenAnnounced: true },
  { word: '限时抢购', reason: '不能催人购买' },
  { word: '错过不再', reason: '不能催人购买' },
  { word: '全额赔付', reason: '有起付线和比例' },
  { word: '百分百赔', reason: '有起付线和比例' },
  { word: '什么都赔', reason: '有免除责任' },
  { word: '零风险', reason: '保险不这样说' },
  { word: '稳赚', reason: '保险不是投资' },
  { word: '保本', reason: '保险不是投资' },
  { word: '返现', reason: '不能给合同以外的好处' },
  { word: '返佣', reason: '不能给合同以外的好处' },
  { word: '赠送保险', reason: '不能给合同以外的好处' },
  { word: '最便宜', reason: '不能用“最”' },
  { word: '最划算', reason: '不能用“最”' },
  { word: '全国第一', reason: '不能排名' },
];

const CARD: ShareCardTextValue = {
  title: '江苏省补充医疗保险，政府指导',
  desc: '年龄不限，职业不限。有起付线和比例，以条款为准',
  copyText: '江苏省补充医疗保险：政府指导、商业运营、自愿参保。有起付线和比例，一年期，不保证续保。先看清楚再参保：',
};

const POSTER: SharePosterTextValue = {
  title: '竖版海报',
  kicker: '政府指导 · 商业运营 · 自愿参保',
  points: ['年龄不限', '职业不限', '既往症可投可赔'],
  invitation: '长按识别，先看清楚再参保',
  notice: '有起付线和比例，既往症按一半比例赔付；一年期，不保证续保。责任和免除责任以条款为准。',
};

const article = (publishedOn: string): ShareArticleTextValue => ({
  title: '买之前，先弄清这四件事',
  summary: '和医保的关系、生过病能不能买、哪些不赔、明年怎么办',
  source: '苏民安服务中心',
  publishedOn,
  blocks: [
    { kind: 'heading', text: '一、它和医保是什么关系' },
    {
      kind: 'paragraph',
      text: '医保先报，它再报。看病的钱，医保报过以后，您自己付的部分超过起付线，才由它来赔。它不能代替医保。',
    },
    { kind: 'heading', text: '二、生过病还能买吗' },
    { kind: 'paragraph', text: '能买。但是以前得过的几类大病，赔付比例只有一半。买之前可以查一查自己算不算。' },
    { kind: 'heading', text: '三、哪些不赔' },
    { kind: 'strong', text: '没有江苏医保的人不能买。' },
    { kind: 'paragraph', text: '整形、体检、在外省没有备案的费用，一般不赔。完整的内容写在条款里。' },
    { kind: 'heading', text: '四、明年还保吗' },
    { kind: 'paragraph', text: '这是一年期的产品，不保证续保。每年开售时，您可以自己决定买不买。' },
  ],
});

/** Puts in the barred words, and for the demonstration a card, a poster and an article, where there are none yet. */
export async function seedShareContent(desk: Desk, demonstration: boolean): Promise<void> {
  if ((await wordsNow(desk)).length === 0) await changeWords(desk, BARRED_WORDS);
  const edition = desk.editions.edition();
  if (!demonstration || !edition?.document.isDemonstration || (await listContents(desk)).length > 0) return;
  const { editionCode, insureStart, insureEnd, editionYear } = edition.document;
  const contents = [
    { contentId: `card-${editionCode}`, kind: 'card' as const, document: CARD },
    { contentId: `poster-${editionCode}`, kind: 'poster' as const, document: POSTER },
    { contentId: `four-things-${editionCode}`, kind: 'article' as const, document: article(insureStart.slice(0, 10)) },
  ];
  for (const [index, content] of contents.entries()) {
    const written = await writeContent(desk, { ...content, editionCode, endAnnouncedOn: null, by: '演示编辑' });
    if (written.kind !== 'written') continue;
    await approveContent(desk, {
      contentId: content.contentId,
      version: written.version,
      approvalNo: `YS-${editionYear}-${String(index + 1).padStart(4, '0')}`,
      expiresAtMs: beijingMs(insureEnd),
      by: '演示审批',
    });
  }
}
