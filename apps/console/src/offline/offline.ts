import './offline.css';
import { createPicture } from '../player/picture.ts';
import { courseOf, type Step } from './course.ts';
import { type OpenedPackage, openPackage } from './open-package.ts';
import { NotAPackage } from './read-zip.ts';

/** Plays a package that somebody chooses, in a page that is one file: nothing is loaded from anywhere. */
const TICK_MS = 100;
const BEIJING_MS = 8 * 3_600_000;
const [PHONE_WIDTH, PHONE_HEIGHT] = [290, 640];

function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}
const said = byId('off-said');
const track = byId<HTMLInputElement>('off-track');
const playButton = byId<HTMLButtonElement>('off-play');
const speed = byId<HTMLSelectElement>('off-speed');
const idle = byId<HTMLInputElement>('off-idle');
const life = byId<HTMLSelectElement>('off-life');

let opened: OpenedPackage | null = null;
let steps: readonly Step[] = [];
let [begins, ends, now] = [0, 1, 0];
let playing = false;

const picture = createPicture(byId('stage'), { shown: () => undefined, ended: () => setPlaying(false) });
picture.fit(PHONE_WIDTH, PHONE_HEIGHT);

const clock = (at: number) => new Date(at + BEIJING_MS).toISOString().slice(11, 19);
const moment = (at: number) => new Date(at + BEIJING_MS).toISOString().replace('T', ' ').slice(0, 19);

function say(text: string, bad = false): void {
  said.textContent = text;
  said.classList.toggle('off-bad', bad);
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  className = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

function setPlaying(value: boolean): void {
  playing = value;
  playButton.textContent = value ? '暂停' : '播放';
}

function show(at: number): void {
  now = Math.min(ends, Math.max(begins, at));
  track.value = String(now - begins);
  const text = `${clock(now)}（共 ${Math.round((ends - begins) / 1_000)} 秒）`;
  byId('off-time').textContent = text;
  track.setAttribute('aria-valuetext', text);
  const current = steps.findLastIndex((step) => step.at <= now);
  for (const [index, row] of [...byId('off-list').children].entries()) {
    row.firstElementChild?.setAttribute('aria-current', String(index === current));
  }
}

function seek(at: number): void {
  show(at);
  if (playing) picture.play(now);
  else picture.pause(now);
}

/** Page lives that were open at once are played one by one. */
function overlaps({ lives }: OpenedPackage): boolean {
  const ended = lives.map(({ events }) => events.at(-1)?.timestamp ?? 0);
  return lives.some(({ events }, index) => index > 0 && (events[0]?.timestamp ?? 0) < (ended[index - 1] ?? 0));
}

function begin(): void {
  if (opened === null) return;
  const chosen = overlaps(opened) ? opened.lives.filter((_, index) => String(index) === life.value) : opened.lives;
  const events = chosen.flatMap((one) => one.events);
  begins = events[0]?.timestamp ?? steps[0]?.at ?? 0;
  ends = Math.max(begins + 1, events.at(-1)?.timestamp ?? steps.at(-1)?.at ?? 0);
  track.max = String(ends - begins);
  setPlaying(false);
  picture.begin(events);
  picture.pace(Number(speed.value), idle.checked);
  seek(begins);
}

function list(found: OpenedPackage): void {
  steps = courseOf(found);
  byId('off-list').replaceChildren(
    ...steps.map(({ at, kind, text }) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(element('span', clock(at), 'off-num'), element('span', kind), element('span', text));
      // What it says was just done is seen a moment later.
      button.addEventListener('click', () => seek(at + 500));
      const row = document.createElement('li');
      row.append(button);
      return row;
    }),
  );
}

function tell(found: OpenedPackage, fileName: string): void {
  const { trace, orderNo, exportedAt, masked, manifests, problems, whole } = found;
  byId('off-about').textContent = `${orderNo === null ? '没有订单' : `订单 ${orderNo}`}　记录 ${trace}`;
  const fine = whole > 0 ? [element('li', `${whole} 批数据的哈希和前后链与清单一致`)] : [];
  byId('off-checks').replaceChildren(...fine, ...problems.map((problem) => element('li', problem, 'off-bad')));
  const facts = [
    ['封存', manifests[0] ? moment(manifests[0].sealedAt) : '没有'],
    ['导出', moment(exportedAt)],
    ['个人信息', masked ? '没有放进来，画面里显示为“＊”' : '含原文，用完请销毁'],
    ['产品代码', manifests[0]?.product ?? ''],
    ['时间', '画面按手机时钟，北京时间'],
  ];
  byId('off-facts').replaceChildren(
    ...facts.flatMap(([name = '', value = '']) => [element('dt', name), element('dd', value)]),
  );
  byId('off-command').textContent = `python3 verify_evidence.py ${fileName}`;
  byId('off-lives').hidden = !overlaps(found);
  life.replaceChildren(
    ...found.lives.map((_, index) => {
      const option = element('option', `第 ${index + 1} 个页面`);
      option.value = String(index);
      return option;
    }),
  );
}

async function open(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  if (!('subtle' in crypto) || !('DecompressionStream' in window)) {
    say('这个浏览器打不开证据包，请用新一些的 Chrome、Edge 或 Firefox', true);
    return;
  }
  say(`正在打开 ${file.name}`);
  try {
    const found = await openPackage(new Uint8Array(await file.arrayBuffer()));
    opened = found;
    list(found);
    tell(found, file.name);
    byId('off-main').hidden = false;
    begin();
    const [problem] = found.problems;
    say(problem === undefined ? `已打开 ${file.name}` : `已打开 ${file.name}。${problem}`, problem !== undefined);
  } catch (problem) {
    byId('off-main').hidden = true;
    say(problem instanceof NotAPackage ? problem.message : '证据包打不开，可能没有下载完，或者被改动过', true);
  }
}

byId<HTMLInputElement>('off-file').addEventListener('change', (event) => {
  void open((event.target as HTMLInputElement).files?.[0]);
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  void open(event.dataTransfer?.files[0]);
});
track.addEventListener('input', () => seek(begins + Number(track.value)));
playButton.addEventListener('click', () => {
  setPlaying(!playing);
  seek(playing && now >= ends ? begins : now);
});
const pace = () => picture.pace(Number(speed.value), idle.checked);
speed.addEventListener('change', pace);
idle.addEventListener('change', pace);
life.addEventListener('change', begin);
setInterval(() => {
  const at = picture.playingAt();
  if (at !== null) show(at);
}, TICK_MS);
