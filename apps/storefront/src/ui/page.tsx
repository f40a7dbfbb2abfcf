import './tokens.css';
import './base.css';
import './small-parts.css';
import type { ReactNode } from 'react';

type PageProps = {
  title?: ReactNode;
  lead?: ReactNode;
  /** Where the person is, above the title: 第 2 步，共 3 步. */
  step?: ReactNode;
  /** A `Bar`; it stays at the lower edge of the screen. */
  bar?: ReactNode;
  /** A quiet centred line at the end of the page. */
  tip?: ReactNode;
  children?: ReactNode;
  className?: string;
};

/** The frame of one screen: heading, cards, bottom bar. The heading can take focus after a navigation. */
export function Page({ title, lead, step, bar, tip, children, className }: PageProps) {
  return (
    <main className={className ? `page ${className}` : 'page'}>
      {(title || lead || step) && (
        <header className="page-head">
          {step && (
            <p className="page-step" id="page-step">
              {step}
            </p>
          )}
          {title && (
            <h1 tabIndex={-1} aria-describedby={step ? 'page-step' : undefined}>
              {title}
            </h1>
          )}
          {lead && <p>{lead}</p>}
        </header>
      )}
      {children}
      {tip && <p className="note center mt4">{tip}</p>}
      <div className="page-end" />
      {bar}
    </main>
  );
}

type SectionProps = {
  title?: ReactNode;
  /** A link or button on the right of the title; give it the class `link`. */
  action?: ReactNode;
  children?: ReactNode;
  className?: string;
};

/** A titled part of a page. */
export function Section({ title, action, children, className }: SectionProps) {
  return (
    <section className={className ? `section ${className}` : 'section'}>
      {title && (
        <div className="section-head">
          <h2>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

/** A white panel. `flush` leaves the vertical padding to its rows. */
export function Card({ flush, children, className }: { flush?: boolean; children?: ReactNode; className?: string }) {
  return <div className={`card${flush ? ' card-flush' : ''}${className ? ` ${className}` : ''}`}>{children}</div>;
}
