import { formatDateTime, formatDotDate, formatDotRange } from '@huimin/domain/date';
import { INK, PaperCanvas, type TextStyle, wrap } from './paper-canvas.ts';
import type { PosterData, ShareCardData } from './paper-data.ts';
import { measureText } from './paper-fonts.ts';
import { printable } from './paper-text.ts';

/** The shape of a phone's screen. */
const WIDTH = 750;
const HEIGHT = 1334;
const EDGE = 52;
const INNER = WIDTH - 2 * EDGE;
const MIDDLE_HEIGHT = 302;
const HERO_HEIGHT = 812;
const QR_BOX = 242;
const FOOT_LINE = 34;
const FOOT_BELOW = 48;

const style = (
  size: number,
  lineHeight: number,
  weight: TextStyle['weight'],
  color: string,
  letterSpacing = 0,
): TextStyle => ({ size, lineHeight, weight, color, letterSpacing });

/** Draws a poster: the hero with name and points, price and QR code, and below what the law wants said. */
export function renderPosterPdf(input: PosterData): Promise<Buffer> {
  const data = printable(input);
  const canvas = new PaperCanvas({
    title: `${data.productName} 分享海报`,
    subject: data.productFullName,
    author: data.insurers.join('、'),
    createdAtMs: data.createdAtMs,
    pageSize: [WIDTH, HEIGHT],
  });
  canvas.addPage();
  const foot = footLines(data);
  // Long names of companies take their room from the hero, so that nothing has to be left out.
  const footHeight = foot.length * FOOT_LINE + 26 + FOOT_BELOW;
  const heroHeight = Math.min(HERO_HEIGHT, HEIGHT - MIDDLE_HEIGHT - footHeight);
  paintHero(canvas, heroHeight, data);
  paintOffer(canvas, heroHeight, data);
  paintFoot(canvas, heroHeight + MIDDLE_HEIGHT, foot);
  return canvas.finish();
}

/** Draws the square picture of a share card. */
export function renderShareCardPdf(input: ShareCardData): Promise<Buffer> {
  const data = printable(input);
  const size = 500;
  const canvas = new PaperCanvas({
    title: data.serviceName,
    subject: data.subtitle,
    author: data.serviceName,
    createdAtMs: 0,
    pageSize: [size, size],
  });
  canvas.addPage();
  canvas.decoration(() => {
    canvas.shade(0, 0, size, size, INK.hero, INK.heroEnd);
    canvas.clipped(0, 0, size, size, 0, () => paintArt(canvas, -150, size - 260, 650 / 375));
  });
  canvas.content(canvas.root, 'H1', () =>
    canvas.text(
      data.serviceName,
      size / 2,
      64,
      fitted(data.serviceName, style(84, 108, 'bold', INK.onPrimary, 3), 440),
      'center',
    ),
  );
  canvas.content(canvas.root, 'P', () =>
    canvas.text(
      data.subtitle,
      size / 2,
      176,
      fitted(data.subtitle, style(36, 50, 'medium', INK.onHero2), 440),
      'center',
    ),
  );
  return canvas.finish();
}

/** The same look in a size in which the text is no wider than this. */
function fitted(text: string, look: TextStyle, width: number): TextStyle {
  const wide = measureText(text, look.weight, look.size, look.letterSpacing ?? 0);
  return wide <= width ? look : { ...look, size: (look.size * width) / wide, letterSpacing: 0 };
}

function paintHero(canvas: PaperCanvas, height: number, data: PosterData): void {
  canvas.decoration(() => {
    canvas.shade(0, 0, WIDTH, height, INK.hero, INK.heroEnd);
    canvas.clipped(0, 0, WIDTH, height, 0, () => paintArt(canvas, -110, height - 360, 2.4));
  });
  const line = (type: string, text: string, top: number, look: TextStyle) =>
    canvas.content(canvas.root, type, () => canvas.text(text, EDGE, top, fitted(text, look, INNER)));
  line('P', data.kicker, 56, style(26, 36, 'regular', INK.onHero2));
  line('H1', data.productName, 106, style(84, 108, 'bold', INK.onPrimary, 3.36));
  line('P', data.productFullName, 214, style(40, 56, 'medium', INK.onPrimary));
  const look = style(26, 36, 'regular', INK.onPrimary);
  let x = EDGE;
  for (const point of data.points) {
    const width = measureText(point, look.weight, look.size) + 44;
    if (x + width > WIDTH - EDGE) break;
    canvas.decoration(() =>
      canvas.turned(0, 0, 0, 0.6, () => canvas.frame(x + 1, 297, width - 2, 54, INK.onPrimary, 2, 27)),
    );
    canvas.content(canvas.root, 'P', () => canvas.text(point, x + 22, 306, look));
    x += width + 14;
  }
}

/** A family under an umbrella on a bridge, in a grid of 375 by 150. */
function paintArt(canvas: PaperCanvas, x: number, y: number, scale: number): void {
  const fill = (path: string, color: string, opacity = 1) => canvas.shape(path, x, y, scale, color, opacity);
  const stroke = (path: string, width: number, opacity: number) =>
    canvas.turned(0, 0, 0, opacity, () => canvas.icon(path, x, y, 24 * scale, INK.onPrimary, width));
  const disc = (middleX: number, middleY: number, radius: number, color: string) =>
    canvas.disc(x + middleX * scale, y + middleY * scale, radius * scale, color);
  fill('M346 46a40 40 0 1 1-80 0a40 40 0 1 1 80 0Z', INK.onPrimary, 0.1);
  fill('M0 112C50 84 104 92 160 104s118-22 215-4v50H0Z', INK.onPrimary, 0.07);
  fill('M84 138c86-2 112-46 180-46s94 44 180 46H302a38 38 0 0 0-76 0Z', INK.onPrimary, 0.3);
  stroke('M96 130c78-3 104-46 168-46s90 43 168 46', 1.6, 0.6);
  stroke('M160 118.5v7M184 109v8M208 98v8M320 98v8M344 109v8M368 118.5v7', 1.6, 0.6);
  fill(
    'M222 58a42 42 0 0 1 84 0c-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0Z',
    INK.onPrimary,
  );
  fill('M264 16c-14 8-18 26-14 42 5-4 9-4 14 0 5-4 9-4 14 0 4-16 0-34-14-42Z', INK.blush);
  stroke('M264 11v73', 2.2, 1);
  disc(247, 65, 5, INK.pale);
  fill('M239 88c0-10 3-16 8-16s8 6 8 16Z', INK.pale);
  disc(281, 65, 5, INK.pale);
  fill('M273 88c0-10 3-16 8-16s8 6 8 16Z', INK.pale);
  disc(264, 73, 3.8, INK.blush);
  fill('M258 87c0-7 2-10 6-10s6 3 6 10Z', INK.blush);
  fill('M0 138h375v12H0Z', INK.onPrimary, 0.12);
  stroke('M24 143h44M92 146h26M150 142h30M318 146h36', 1.4, 0.55);
}

/** 2027.01.01 - 12.31: the year once, where both days are in it. */
function coverText({ coverageStartsOn, coverageEndsOn }: PosterData): string {
  const whole = formatDotRange(coverageStartsOn, coverageEndsOn);
  const year = coverageStartsOn.slice(0, 4);
  return coverageEndsOn.startsWith(year) ? whole.replace(` - ${year}.`, ' - ') : whole;
}

function paintOffer(canvas: PaperCanvas, top: number, data: PosterData): void {
  const unit = `元${data.isLowestPrice ? '起' : ''} / 人 / 年`;
  const price = style(96, 104, 'bold', INK.primary);
  canvas.content(canvas.root, 'P', () => {
    canvas.text(data.price, EDGE, top + 37, price);
    const after = EDGE + measureText(data.price, price.weight, price.size) + 10;
    canvas.text(unit, after, top + 97, style(32, 44, 'regular', INK.text2));
  });
  const lines: [string, string][] = [
    [`保障期 ${coverText(data)}`, INK.text],
    [`参保截止 ${formatDateTime(data.saleEndsAtMs)}`, INK.text],
    [data.invitation, INK.text2],
  ];
  lines.forEach(([text, color], index) => {
    canvas.content(canvas.root, 'P', () =>
      canvas.text(
        text,
        EDGE,
        top + 141 + index * 44,
        fitted(text, style(28, 44, 'regular', color), INNER - QR_BOX - 12),
      ),
    );
  });
  const x = WIDTH - EDGE - QR_BOX;
  canvas.decoration(() => canvas.frame(x + 1, top + 35, QR_BOX - 2, QR_BOX - 2, INK.line, 2, 18));
  canvas.qrCode(canvas.root, data.landingUrl, x + 8, top + 42, QR_BOX - 16, {
    alt: `二维码，打开${data.productName}`,
    link: `了解${data.productName}`,
  });
}

interface FootLine {
  readonly text: string;
  readonly look: TextStyle;
}

function footLines(data: PosterData): FootLine[] {
  const quiet = style(21, FOOT_LINE, 'regular', INK.text2);
  const broken = (text: string, look: TextStyle) =>
    wrap(text, look, INNER).map((line) => ({ text: line.map((run) => run.text).join(''), look }));
  const together = data.insurers.length > 1 ? '共同承保' : '承保';
  const broker = data.intermediaries.length > 0 ? `，${data.intermediaries.join('、')}提供经纪服务` : '';
  return [
    ...(data.isDemonstration
      ? broken('示例：演示用，不是真实的保险产品', style(21, FOOT_LINE, 'bold', INK.primary))
      : []),
    ...broken(`${data.insurers.join('、')}${together}${broker}。${data.notice}`, quiet),
    ...broken(
      `审批号 ${data.approvalNo ?? '审批后写上'}　${data.approvedUntilMs === null ? '' : `有效至 ${formatDotDate(data.approvedUntilMs)}　`}电话 ${data.servicePhone}`,
      quiet,
    ),
  ];
}

function paintFoot(canvas: PaperCanvas, top: number, lines: readonly FootLine[]): void {
  canvas.decoration(() => canvas.line(EDGE, top + 1, WIDTH - EDGE, top + 1, INK.line, 2));
  lines.forEach(({ text, look }, index) => {
    canvas.content(canvas.root, 'P', () => canvas.text(text, EDGE, top + 26 + index * FOOT_LINE, look));
  });
}
