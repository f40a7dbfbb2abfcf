import type { ExportReportValue } from '@huimin/contract/console';

type Child = Node | string;

/** An element with attributes and children; text is text. */
export function el(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A drawing of strokes, by its paths. */
export function icon(size: number, ...paths: readonly string[]): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const attributes = { viewBox: '0 0 24 24', width: String(size), height: String(size), 'aria-hidden': 'true' };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  svg.setAttribute('class', 'rep-icon');
  for (const d of paths) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

/** A QR code, drawn. */
export function square({ size, runs }: ExportReportValue['square']): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `-2 -2 ${size + 4} ${size + 4}`);
  svg.setAttribute('class', 'rep-qr');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', '记录编号和清单哈希的二维码');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join(''));
  svg.append(path);
  return svg;
}

export function footer({ grant }: ExportReportValue, page: number, pages: number): HTMLElement {
  return el(
    'footer',
    { class: 'rep-foot' },
    el('span', {}, `申请：${grant.askedBy}　同意：${grant.approvedBy}　用途：${grant.reason}`),
    el('span', {}, '本次导出已写入存证日志'),
    el('span', {}, `第 ${page} 页，共 ${pages} 页`),
  );
}
