import './app/console.css';
import './app/page-head.css';
import './app/kit.css';
import './app/sorted-by.css';
import './app/fill.css';
import './app/list-beside.css';
import './door/door.css';
import { ConfigProvider, type ConfigProviderProps, App as Kit } from 'antd';
import chineseTexts from 'antd/es/locale/zh_CN.js';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConsoleApp } from './app/console-app.tsx';
import { Icon } from './app/icon.tsx';
import { theme } from './app/theme.ts';

// The kit's types call it a module of the other kind; what comes is the texts themselves.
const texts = chineseTexts as unknown as NonNullable<ConfigProviderProps['locale']>;
const picker = texts.DatePicker;
/** A calendar's buttons of year and month are read out by what they show (2026年); the kit names them otherwise. */
const chinese: typeof texts = {
  ...texts,
  ...(picker && { DatePicker: { ...picker, lang: { ...picker.lang, yearSelect: '', monthSelect: '' } } }),
};

/** In place of the kit's own mark, which is read out in English. */
const searchIcon = (
  <>
    <Icon name="search" size={16} />
    <span className="sr-only">查找</span>
  </>
);
/** The kit's own are filled, or too light to be seen as what opens a choice. */
const signs = {
  alert: {
    infoIcon: <Icon name="info" size={16} />,
    warningIcon: <Icon name="info" size={16} />,
    errorIcon: <Icon name="alarm" size={16} />,
    successIcon: <Icon name="check" size={16} />,
  },
  select: { suffixIcon: <Icon name="down" size={14} /> },
  datePicker: { suffixIcon: <Icon name="calendar" size={16} /> },
};
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ConfigProvider
      locale={chinese}
      theme={theme}
      csp={{ nonce }}
      button={{ autoInsertSpace: false }}
      inputSearch={{ searchIcon }}
      // What is wrong may be out of sight in a long form.
      form={{ scrollToFirstError: { block: 'center', focus: true } }}
      {...signs}
    >
      <Kit component={false}>
        <ConsoleApp />
      </Kit>
    </ConfigProvider>
  </StrictMode>,
);
