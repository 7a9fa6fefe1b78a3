import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import styles from "./design.module.css";

const grounds: readonly (readonly [string, string])[] = [
  ["--canvas", "Canvas"],
  ["--surface", "Surface"],
  ["--hover", "Hover"],
  ["--selected", "Selected"],
  ["--line", "Line"],
  ["--line-strong", "Strong line"],
  ["--muted", "Muted text"],
  ["--text", "Text"],
  ["--accent", "Accent"],
  ["--accent-soft", "Soft accent"],
];
const tones = ["neutral", "info", "warning", "success", "danger"] as const;
const meanings = {
  neutral: "Nothing to do",
  info: "Under way",
  warning: "Look here",
  success: "Well",
  danger: "Failed or refused",
};

/** Colours beside each other, each with its name and that of its token. */
export const Swatches = ({ of }: { of: readonly (readonly [token: string, name: string])[] }): ReactNode => (
  <div className={styles.swatches}>
    {of.map(([token, name]) => (
      <div key={token} className={styles.swatch}>
        <div className={styles.colour} style={{ background: `var(${token})` }} />
        <div>
          {name}
          <br />
          <code>{token}</code>
        </div>
      </div>
    ))}
  </div>
);

/** The colours by their names in style sheets. */
export const Colours = (): ReactNode => (
  <>
    <Swatches of={grounds} />
    <div className={styles.tones}>
      {tones.map((tone) => (
        <div
          key={tone}
          className={styles.tone}
          style={{ background: `var(--${tone}-ground)`, color: `var(--${tone}-text)` }}
        >
          <strong>{meanings[tone]}</strong>
          <br />
          <code>--{tone}-text</code> on <code>--{tone}-ground</code>
        </div>
      ))}
    </div>
  </>
);

const sizes: readonly (readonly [string, ReactNode])[] = [
  [
    "Page title, 22",
    <span key="h1" style={{ fontSize: "1.375rem", fontWeight: 600 }}>
      Loans past due
    </span>,
  ],
  [
    "Section, 17",
    <span key="h2" style={{ fontSize: "1.0625rem", fontWeight: 600 }}>
      Repayment schedule
    </span>,
  ],
  ["Text, 14", <span key="p">You receive {naira(25_000_000)} and pay it back in six instalments.</span>],
  [
    "Table and hints, 13",
    <span key="s" className="small muted">
      Due on 05 Dec 2026
    </span>,
  ],
  [
    "Figures",
    <span key="f" style={{ display: "inline-grid", textAlign: "right" }}>
      <span>{naira(111_111_111)}</span>
      <span>{naira(98_765_432)}</span>
    </span>,
  ],
];

export const Type = (): ReactNode => (
  <div className={styles.types}>
    {sizes.map(([name, sample]) => (
      <div key={name}>
        <span className="small muted">{name}</span>
        <span>{sample}</span>
      </div>
    ))}
  </div>
);

/** The steps of the grid. */
export const Space = (): ReactNode => (
  <div className={styles.bars}>
    {[4, 8, 12, 16, 24, 32, 48].map((step) => (
      <div key={step} className={styles.bar}>
        {step} px
        <span style={{ width: step * 4 }} />
      </div>
    ))}
  </div>
);
