import type { ThemeConfig } from 'antd';

const focus = '#0b5cad';
/** Around the edge that says what is wrong. */
const errorActiveShadow = `0 0 0 2px ${focus}`;
const hoverBorderColor = '#544c49';
const box = { activeBorderColor: focus, hoverBorderColor, activeShadow: `0 0 0 1px ${focus}`, errorActiveShadow };
/** The page's own, also where a picture is drawn. */
export const sans =
  '-apple-system, "PingFang SC", "HarmonyOS Sans SC", "Source Han Sans SC", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif';

/** The product's colours, and a desk's density: 13 px, rows of 34 and 38. Red is for the main action and what is chosen. */
export const theme: ThemeConfig = {
  token: {
    colorPrimary: '#a8202d',
    colorLink: '#1d5080',
    // The kit would make it lighter than words may be.
    colorLinkHover: '#123a61',
    colorLinkActive: '#123a61',
    colorInfo: '#1d5080',
    colorSuccess: '#17694a',
    colorWarning: '#7a4b00',
    colorError: '#b03a00',
    colorWarningBg: '#fdf3e0',
    colorWarningBorder: '#e6cd9a',
    colorErrorBg: '#fdeee6',
    colorErrorBorder: '#eebfa6',
    colorInfoBg: '#eaf1f7',
    colorInfoBorder: '#b9d0e4',
    colorSuccessBg: '#e9f3ee',
    colorSuccessBorder: '#b4d6c6',
    colorText: '#1f1b1a',
    colorTextSecondary: '#544c49',
    colorTextTertiary: '#6a615d',
    colorTextDescription: '#6a615d',
    colorTextPlaceholder: '#6a615d',
    colorBorder: '#857b76',
    colorBorderSecondary: '#e8e2dd',
    colorBgLayout: '#f7f5f3',
    colorFillAlter: '#fbf9f7',
    borderRadius: 8,
    fontFamily: sans,
    fontSize: 13,
    // The floor; the kit would go below it for tags and notes.
    fontSizeSM: 13,
    controlHeight: 34,
    controlHeightSM: 28,
    lineHeight: 1.54,
    wireframe: false,
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  },
  components: {
    Input: box,
    Select: { activeBorderColor: focus, hoverBorderColor, activeOutlineColor: 'rgba(11, 92, 173, 0.3)' },
    InputNumber: { errorActiveShadow },
    // Days of the months beside, which can be chosen.
    DatePicker: { ...box, colorTextDisabled: '#6a615d' },
    Table: {
      ...{ cellPaddingBlockSM: 6, cellPaddingInlineSM: 8, rowSelectedBg: '#fbeeec', headerBorderRadius: 0 },
      ...{ headerColor: '#544c49', headerSplitColor: 'transparent', fontWeightStrong: 400 },
    },
    Form: { itemMarginBottom: 14, verticalLabelPadding: '0 0 2px' },
    Tabs: { horizontalItemPadding: '9px 0' },
    Button: { fontWeight: 500, primaryShadow: 'none', defaultShadow: 'none' },
    Modal: { titleFontSize: 16 },
    Segmented: { itemSelectedColor: '#a8202d', trackBg: '#f1edea' },
    // Red is for what is chosen; a switch that is on is a state.
    Switch: { colorPrimary: '#17694a', colorPrimaryHover: '#0f5239' },
    Tag: { defaultBg: '#f1edea', defaultColor: '#544c49' },
  },
};
