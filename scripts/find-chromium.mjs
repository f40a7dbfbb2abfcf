// Finds or installs the browser that the end-to-end tests drive.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { aptInstall, brewInstall } from './install-program.mjs';
import { giveUp } from './prepare.mjs';

// The shell is Chromium without its own windows: the same pages for a fifth less work, where a system has it.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome',
];
const macApps = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'];
macApps.push('Microsoft Edge.app/Contents/MacOS/Microsoft Edge');

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin', '/opt/google/chrome'];
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  if (process.platform === 'darwin') {
    for (const folder of ['/Applications', join(homedir(), 'Applications')]) {
      candidates.push(...macApps.map((app) => join(folder, app)));
    }
  }
  return candidates.find(isProgram) ?? null;
}

/** The path of a Chromium, installed if there is none; ends the program with advice when that cannot be done. */
export function ensureChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given) && isProgram(given)) return given;
    giveUp(
      `CHROMIUM_PATH 指向的 ${given} 不能运行。It is not a program.`,
      '请改正或去掉 CHROMIUM_PATH。Correct or unset it.',
    );
  }
  const found = find();
  if (found) return found;
  brewInstall('--cask', 'chromium') || aptInstall('chromium-headless-shell') || aptInstall('chromium');
  const installed = find();
  if (installed) return installed;
  return giveUp(
    '没有找到浏览器，端到端测试需要 Chromium。No Chromium was found for the end-to-end tests.',
    '请安装 Chromium 或 Chrome（Debian/Ubuntu：sudo apt-get install chromium；macOS：brew install --cask chromium），或用 CHROMIUM_PATH 指定。Install Chromium or Chrome, or set CHROMIUM_PATH.',
  );
}

/** Pictures of Chinese pages need a Chinese font; macOS has one, a bare Debian has none. */
export function ensureChineseFont() {
  if (process.platform !== 'linux') return;
  const hasFont = () => (spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).stdout ?? '').trim() !== '';
  if (hasFont() || (aptInstall('fontconfig', 'fonts-noto-cjk') && hasFont())) return;
  console.warn(
    '! 本机没有中文字体，截图里的汉字会是方框（fonts-noto-cjk）。No Chinese font: pictures will show boxes.',
  );
}
