import { INK, PaperCanvas, type TextStyle } from './paper-canvas.ts';
import type { LovePaperData } from './paper-data.ts';
import { measureText } from './paper-fonts.ts';
import { printable } from './paper-text.ts';
import { formatVerificationCode } from './verification-code.ts';

/** A keepsake to pass on, the size of a picture on a phone. */
const WIDTH = 1080;
const HEIGHT = 1440;
const MIDDLE = WIDTH / 2;
const EDGE = 40;
const INNER = 56;
const FOOT_TOP = 1116;

const HILLS = 'M0 300C140 232 270 250 412 280s300-58 556-12v122H0Z';
const SUN = 'M792 120a92 92 0 1 1-184 0a92 92 0 1 1 184 0Z';
const BRIDGE = 'M150 352c226-6 296-122 474-122s236 116 344 122H742a98 98 0 0 0-196 0Z';
const RAIL = 'M182 332c206-8 276-122 442-122s228 106 344 112';
const POSTS = 'M360 288v20M424 258v22M492 230v22M768 234v22M832 260v22M900 292v18';
const UMBRELLA =
  'M512 108a112 112 0 0 1 224 0c-14-11-24-11-37 0-13-11-24-11-37 0-13-11-25-11-38 0-13-11-25-11-38 0-13-11-24-11-37 0-13-11-24-11-37 0Z';
const UMBRELLA_LIGHT = 'M624 -4c-38 22-48 70-38 112 13-11 25-11 38 0 13-11 25-11 38 0 10-42 0-90-38-112Z';
const SHAFT = 'M624 -14v200';
const GROWN_UPS = 'M553 212c0-30 9-52 25-52s25 22 25 52ZM645 212c0-30 9-52 25-52s25 22 25 52Z';
const CHILD = 'M606 212c0-22 6-32 18-32s18 10 18 32Z';
const WATER = 'M0 352h968v38H0Z';
const RIPPLES = 'M60 372h110M240 380h70M400 368h90M820 378h96';

/** What is said to whom. */
const MESSAGE: Record<LovePaperData['gift'], string> = {
  self: '为自己添了一份守护',
  family: '为家人送上一份守护',
  donation: '为需要的人送上一份守护',
};

/** Draws the love certificate on one page in the shape of a picture. */
export function renderLovePdf(input: LovePaperData): Promise<Buffer> {
  const data = printable(input);
  const canvas = new PaperCanvas({
    title: `爱心证书 ${data.certificateNumber}`,
    subject: data.productName,
    author: data.serviceName,
    createdAtMs: data.createdAtMs,
    pageSize: [WIDTH, HEIGHT],
  });
  canvas.addPage();
  paintFrame(canvas);
  paintScene(canvas);
  paintWords(canvas, data);
  paintFootRow(canvas, data);
  if (data.voided) paintVoid(canvas);
  return canvas.finish();
}

const style = (size: number, lineHeight: number, weight: TextStyle['weight'], color: string): TextStyle => ({
  size,
  lineHeight,
  weight,
  color,
});

function paintFrame(canvas: PaperCanvas): void {
  canvas.decoration(() => {
    canvas.fill(0, 0, WIDTH, HEIGHT, INK.page);
    canvas.fill(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE, INK.surface, 28);
    canvas.frame(EDGE + 1, EDGE + 1, WIDTH - 2 * EDGE - 2, HEIGHT - 2 * EDGE - 2, INK.primaryLine, 2, 28);
    canvas.frame(INNER, INNER, WIDTH - 2 * INNER, HEIGHT - 2 * INNER, INK.primaryLine, 1, 18);
  });
}

/** A family under an umbrella on a bridge. */
function paintScene(canvas: PaperCanvas): void {
  const y = 726;
  const fill = (path: string, color: string, opacity = 1) => canvas.shape(path, INNER, y, 1, color, opacity);
  const stroke = (path: string, color: string, width: number) => canvas.icon(path, INNER, y, 24, color, width);
  canvas.decoration(() => {
    canvas.clipped(INNER, 666, WIDTH - 2 * INNER, 450, 0, () => {
      fill(HILLS, INK.primarySoft);
      fill(SUN, INK.primarySoft);
      fill(BRIDGE, INK.primaryLine);
      stroke(RAIL, INK.primary, 4);
      stroke(POSTS, INK.primary, 4);
      fill(UMBRELLA, INK.primary);
      fill(UMBRELLA_LIGHT, INK.primarySoft, 0.9);
      stroke(SHAFT, INK.primary, 6);
      fill(GROWN_UPS, INK.primary);
      canvas.disc(INNER + 578, y + 136, 15, INK.primary);
      canvas.disc(INNER + 670, y + 136, 15, INK.primary);
      fill(CHILD, INK.heroEnd);
      canvas.disc(INNER + 624, y + 164, 11, INK.heroEnd);
      fill(WATER, INK.primarySoft);
      stroke(RIPPLES, INK.primaryLine, 3);
    });
    canvas.line(INNER, FOOT_TOP, WIDTH - INNER, FOOT_TOP, INK.primaryLine, 2, 8);
  });
}

function paintWords(canvas: PaperCanvas, data: LovePaperData): void {
  const badge = `${data.isDemonstration ? '示例，' : ''}非保险凭证，只作纪念`;
  const badgeWidth = measureText(badge, 'regular', 26) + 40;
  const badgeX = WIDTH - EDGE - 48 - badgeWidth;
  canvas.decoration(() => canvas.frame(badgeX + 1, 87, badgeWidth - 2, 48, INK.border, 2, 8));
  canvas.content(canvas.root, 'P', () => canvas.text(badge, badgeX + 20, 93, style(26, 36, 'regular', INK.text2)));
  const title: TextStyle = { ...style(84, 110, 'bold', INK.primary), letterSpacing: 18.5 };
  canvas.content(canvas.root, 'H1', () => canvas.text('爱心证书', MIDDLE + 9, 168, title, 'center'));
  const half = measureText(data.productName, 'regular', 28) / 2 + 20;
  canvas.decoration(() => {
    canvas.line(MIDDLE - half - 90, 308, MIDDLE - half, 308, INK.primaryLine, 2);
    canvas.line(MIDDLE + half, 308, MIDDLE + half + 90, 308, INK.primaryLine, 2);
  });
  const line = (text: string, top: number, look: TextStyle) =>
    canvas.content(canvas.root, 'P', () => canvas.text(text, MIDDLE, top, look, 'center'));
  line(data.productName, 288, style(28, 40, 'regular', INK.text2));
  line(data.nickname, 380, style(52, 60, 'bold', INK.text));
  line(MESSAGE[data.gift], 444, style(54, 76, 'bold', INK.text));
  paintCount(canvas, data);
}

/** 这一年，有 3 位家人多了一份安心, the number larger. */
function paintCount(canvas: PaperCanvas, { gift, peopleCount }: LovePaperData): void {
  const quiet = style(32, 48, 'regular', INK.text2);
  const loud = style(40, 48, 'bold', INK.primary);
  const parts: [string, TextStyle][] =
    gift === 'self'
      ? [['这一年，多了一份安心', quiet]]
      : [
          ['这一年，有', quiet],
          [` ${peopleCount} `, loud],
          [gift === 'family' ? '位家人多了一份安心' : '人多了一份安心', quiet],
        ];
  const widthOf = ([text, look]: [string, TextStyle]) => measureText(text, look.weight, look.size);
  let x = MIDDLE - parts.reduce((sum, part) => sum + widthOf(part), 0) / 2;
  canvas.content(canvas.root, 'P', () => {
    for (const part of parts) {
      canvas.text(part[0], x, 530, part[1]);
      x += widthOf(part);
    }
  });
}

function paintFootRow(canvas: PaperCanvas, data: LovePaperData): void {
  canvas.qrCode(canvas.root, data.landingUrl, 96, 1150, 200, {
    alt: `二维码，打开${data.serviceName}首页`,
    link: `了解${data.serviceName}`,
  });
  const [year, month, day] = data.givenOn.split('-').map(Number);
  const x = 318;
  const line = (text: string, top: number, look: TextStyle) =>
    canvas.content(canvas.root, 'P', () => canvas.text(text, x, top, look));
  line(`长按识别，了解${data.serviceName}`, 1166, style(27, 42, 'bold', INK.text));
  line(`证书编号 ${data.certificateNumber}`, 1208, style(25, 42, 'regular', INK.text2));
  line(`${year} 年 ${month} 月 ${day} 日`, 1250, style(27, 42, 'regular', INK.text2));
  const code = formatVerificationCode(data.verificationCode);
  line(`验真查询码 ${code}`, 1300, style(19, 28, 'regular', INK.text3));
  paintStamp(canvas, data);
}

function paintStamp(canvas: PaperCanvas, data: LovePaperData): void {
  const unit = 178 / 84;
  const [x, y] = [884, 1238];
  const text = (words: string, top: number, size: number, weight: TextStyle['weight']) =>
    canvas.text(words, x, y + top * unit, style(size * unit, size * unit, weight, INK.primary), 'center');
  canvas.content(
    canvas.root,
    'Figure',
    () =>
      canvas.turned(-12, x, y, 0.85, () => {
        canvas.ring(x, y, 38 * unit, INK.primary, 2.2 * unit);
        canvas.ring(x, y, 33 * unit, INK.primary, unit);
        canvas.line(x - 24 * unit, y - 9 * unit, x + 24 * unit, y - 9 * unit, INK.primary, unit);
        canvas.line(x - 24 * unit, y + 10 * unit, x + 24 * unit, y + 10 * unit, INK.primary, unit);
        text('爱　心', -7.5, 16, 'bold');
        text(`${data.editionYear} ${data.gift === 'donation' ? '捐赠' : '守护'}`, -22.4, 8.2, 'regular');
        text(data.serviceName, 15.2, 8.2, 'regular');
      }),
    { alt: '纪念章，不是印章', bbox: [x - 95, y - 95, x + 95, y + 95] },
  );
}

function paintVoid(canvas: PaperCanvas): void {
  const [text, size, spacing] = ['已作废', 220, 40];
  const width = measureText(text, 'bold', size, spacing) - spacing;
  canvas.decoration(() =>
    canvas.turned(-24, MIDDLE, HEIGHT / 2, 0.32, () =>
      canvas.outlines(text, MIDDLE - width / 2, HEIGHT / 2 + size * 0.38, size, spacing, INK.primary),
    ),
  );
  canvas.content(canvas.root, 'P', () =>
    canvas.text('已作废：已退保', MIDDLE, 600, style(30, 44, 'bold', INK.primary), 'center'),
  );
}
