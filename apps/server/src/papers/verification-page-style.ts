/**
 * The style of the public verification page: the design tokens it needs and its few components. Sizes are in rem, so
 * that the reader's own text size counts. It must stay one constant text, because its hash stands in the page's
 * Content-Security-Policy.
 */
export const VERIFICATION_PAGE_STYLE = `
:root { color-scheme: light;
  --bg: #F7F5F3; --surface: #FFFFFF; --surface-2: #FBF9F7; --text: #1F1B1A; --text-2: #544C49; --text-3: #6A615D;
  --line: #E8E2DD; --border: #857B76; --primary: #A8202D; --primary-press: #86141F; --on-primary: #FFFFFF;
  --link: #1D5080; --info-soft: #EAF1F7; --success: #17694A; --success-soft: #E7F3ED; --warn: #7A4B00; --warn-soft: #FDF3E0;
  --focus: #0B5CAD; --focus-gap: #FFFFFF; --bar-shadow: 0 -1px 0 var(--line), 0 -6px 20px rgba(60, 30, 26, .06);
  --h1: 1.5rem/2.125rem; --h2: 1.125rem/1.625rem; --body: 1rem/1.625rem; --small: .875rem/1.375rem; --note: .8125rem/1.25rem;
  --regular: 400; --bw: 1px; --touch: 44px; --button: 50px; --field: 52px;
  --sans: -apple-system, "PingFang SC", "HarmonyOS Sans SC", "MiSans", "Source Han Sans SC", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif;
  --digits: "DIN Alternate", "Roboto", "HarmonyOS Sans SC", "Noto Sans SC", "Noto Sans CJK SC", sans-serif; }
@media (prefers-color-scheme: dark) { :root:not([data-mode=elder]) { color-scheme: dark;
  --bg: #161312; --surface: #211D1B; --surface-2: #292421; --text: #F4EFEC; --text-2: #CFC6C1; --text-3: #B0A6A0;
  --line: #3D3632; --border: #948A84; --primary: #C13B47; --primary-press: #9A2530;
  --link: #93C3F0; --info-soft: #1B2A38; --success: #80CFA9; --success-soft: #173026; --warn: #EDC174; --warn-soft: #342812;
  --focus: #8FC4FF; --focus-gap: #161312; --bar-shadow: 0 -1px 0 var(--line); } }
@media (prefers-contrast: more) { :root:not([data-mode=elder]) { --bw: 2px; } }
@media (prefers-contrast: more) and (prefers-color-scheme: light) { :root:not([data-mode=elder]) {
  --text: #0F0C0B; --text-2: #2E2826; --text-3: #453D3A; --line: #BDB3AD; --border: #5C524E; --primary: #8E1622; --primary-press: #6C0E18;
  --link: #123F69; --success: #0E5138; --warn: #5E3900; --focus: #0B4C91; } }
@media (prefers-contrast: more) and (prefers-color-scheme: dark) { :root:not([data-mode=elder]) {
  --text: #FFFFFF; --text-2: #EAE3DF; --text-3: #D6CCC6; --line: #6B615B; --border: #B9AFA8;
  --link: #B5D6F6; --success: #A4DFC3; --warn: #F4D59D; --focus: #B5D9FF; } }
:root[data-mode=elder] {
  --bg: #F4F1EE; --surface-2: #FAF8F6; --text: #0F0C0B; --text-2: #2E2826; --text-3: #453D3A; --line: #BDB3AD; --border: #5C524E;
  --primary: #8E1622; --primary-press: #6C0E18; --link: #123F69; --success: #0E5138; --warn: #5E3900; --focus: #0B4C91;
  --h1: 1.875rem/2.75rem; --h2: 1.5rem/2.25rem; --body: 1.3125rem/2.125rem; --small: 1.1875rem/1.875rem; --note: 1.125rem/1.75rem;
  --regular: 500; --bw: 2px; --touch: 60px; --button: 64px; --field: 64px; }
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--text); font: var(--regular) var(--body) var(--sans); overflow-wrap: anywhere; }
h1, h2, p, ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }
svg { display: block; flex: none; width: 1.25rem; height: 1.25rem; }
[data-mode=elder] svg { width: 1.5rem; height: 1.5rem; }
.ver svg { width: 1.75rem; height: 1.75rem; }
.nw { white-space: nowrap; }
a { color: var(--link); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; box-shadow: 0 0 0 2px var(--focus-gap); border-radius: 6px; }
.num { font-family: var(--digits); font-variant-numeric: tabular-nums; letter-spacing: .01em; }
.fp { font-family: ui-monospace, monospace; }
.page { max-width: 480px; min-height: 100vh; margin: 0 auto; padding: 0 16px calc(32px + env(safe-area-inset-bottom, 0px)); }
.page--bar { padding-bottom: calc(112px + max(12px, env(safe-area-inset-bottom, 0px))); }
.head { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: 0 12px; padding: 20px 0 16px; }
.head h1 { font: 700 var(--h1) var(--sans); letter-spacing: .01em; }
.head p { margin-top: 4px; color: var(--text-2); font-size: .875rem; line-height: 1.375rem; }
[data-mode=elder] .head p { font-size: 1.1875rem; line-height: 1.875rem; }
.mode { display: inline-flex; align-items: center; min-height: var(--touch); min-width: var(--touch); justify-content: flex-end; font: var(--regular) var(--small) var(--sans); text-decoration: none; white-space: nowrap; }
.card { padding: 16px; background: var(--surface); border: var(--bw) solid transparent; border-radius: 12px; }
[data-mode=elder] .card { border-color: var(--line); }
.card + .card { margin-top: 12px; }
.vc { padding: 0; overflow: hidden; border: 0; }
.ver { display: flex; gap: 12px; padding: 16px; }
.ver h2 { font: 700 var(--h2) var(--sans); }
.ver p { font: var(--regular) var(--small) var(--sans); color: var(--text-2); }
.ver--ok { background: var(--success-soft); } .ver--ok svg { color: var(--success); }
.ver--warn { background: var(--warn-soft); } .ver--warn svg { color: var(--warn); }
.tick { stroke: var(--surface); }
.kv { padding: 16px; font-size: .875rem; line-height: 1.375rem; }
.kv > div { display: flex; flex-wrap: wrap; } .kv > div + div { margin-top: 10px; }
.kv dt { margin-right: 16px; color: var(--text-3); } .kv dd { flex: 1; min-width: 6em; text-align: right; text-wrap: balance; }
.kv dd.num { flex: 1 0 auto; max-width: 100%; }
[data-mode=elder] .kv { font-size: 1.1875rem; line-height: 1.875rem; }
[data-mode=elder] .kv > div { display: block; margin: 0; }
[data-mode=elder] .kv dd { margin-bottom: 12px; text-align: left; font-size: 1.3125rem; line-height: 2.125rem; font-weight: 700; }
[data-mode=elder] .kv > :last-child > dd { margin-bottom: 0; }
.tag { display: inline-block; padding: 1px 8px; border-radius: 4px; background: var(--success-soft); color: var(--success); font: 500 var(--note) var(--sans); }
.sec { margin-top: 24px; }
.sec h2 { margin-bottom: 12px; font: 700 var(--h2) var(--sans); }
.chk li { display: flex; gap: 10px; padding: 8px 0; } .chk svg { margin-top: 3px; }
.chk .done svg { color: var(--success); } .chk .warn svg { color: var(--warn); } .chk .info svg { color: var(--link); }
.chk small { display: block; font-size: .8125rem; line-height: 1.25rem; color: var(--text-3); }
[data-mode=elder] .chk small { font-size: 1.125rem; line-height: 1.75rem; }
.notice { display: flex; gap: 10px; margin-top: 12px; padding: 12px 16px; border-radius: 12px; background: var(--info-soft); font: var(--regular) var(--small) var(--sans); }
.notice svg { margin-top: 1px; color: var(--link); }
.notice--warn { margin: 0 0 12px; background: var(--warn-soft); } .notice--warn svg { color: var(--warn); }
.note { margin-top: 12px; font: var(--regular) var(--note) var(--sans); color: var(--text-3); }
.ask label { display: block; font-weight: 700; }
.ask .hint { margin: 4px 0 8px; font: var(--regular) var(--small) var(--sans); color: var(--text-2); }
.ask textarea { display: block; width: 100%; min-height: var(--field); padding: 12px; resize: none; field-sizing: content; overflow-wrap: anywhere; border: var(--bw) solid var(--border); border-radius: 8px; background: var(--surface); color: var(--text); font: 400 var(--body) var(--digits); letter-spacing: .04em; text-transform: uppercase; }
.ask .btn { width: 100%; margin-top: 16px; }
.btn { display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: var(--button); padding: 10px 20px; border: 0; border-radius: 12px; background: var(--primary); color: var(--on-primary); font: 700 1.0625rem/1.625rem var(--sans); text-decoration: none; cursor: pointer; }
.btn:active { background: var(--primary-press); }
[data-mode=elder] .btn { font-size: 1.375rem; line-height: 2rem; }
.bar { position: fixed; left: 0; right: 0; bottom: 0; padding: 12px 0 max(12px, env(safe-area-inset-bottom, 0px)); background: var(--surface); box-shadow: var(--bar-shadow); }
.bar__in { max-width: 480px; margin: 0 auto; padding: 0 16px; display: flex; } .bar__in .btn { flex: 1; }
@media (max-height: 480px) { .bar { position: static; margin: 24px -16px 0; } .page--bar { padding-bottom: 0; } }
@media print { .bar, .mode { display: none; } }
`;
