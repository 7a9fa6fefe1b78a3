import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { ManillaMark } from "../../../shared/ui/logo.tsx";
import styles from "./design.module.css";
import { ChartSample } from "./chart-sample.tsx";
import { LongSample } from "./long-sample.tsx";
import { Badges, Buttons, Dialogs, Emptiness, Fields, Notices, Table } from "./samples.tsx";
import { Colours, Space, Type } from "./tokens.tsx";

const sections: readonly { id: string; title: string; rule: string; show: () => ReactNode }[] = [
  {
    id: "colour",
    title: "Colour",
    rule: "One accent, a deep copper. Warm greys for everything else. The other colours mean a status and nothing but a status; a status is always a word as well. Every text has a contrast of at least 4.5 to 1.",
    show: Colours,
  },
  {
    id: "type",
    title: "Type",
    rule: "One typeface, Inter, with tabular figures everywhere, so that amounts align; 27 kB that nothing waits for. Three weights: text, labels, titles and figures. Sentence case.",
    show: Type,
  },
  {
    id: "space",
    title: "Space, edges, density",
    rule: "A grid of 4 px. Quiet borders instead of shadows; only what floats over the page casts one. Corners of 6 px, 8 px on panels. Rows are 28, 36 or 48 px high, as each person likes.",
    show: Space,
  },
  {
    id: "status",
    title: "Status",
    rule: "A quiet ground, a dark word and a point. The words come from one table; the same status looks the same everywhere.",
    show: Badges,
  },
  {
    id: "buttons",
    title: "Buttons",
    rule: "One primary act on a screen. Danger is outlined until it is confirmed. A button that cannot be used says why.",
    show: Buttons,
  },
  {
    id: "forms",
    title: "Forms",
    rule: "Labels above, hints below them, messages in the rule's own words. Quiet until a field was left once. A failed attempt focuses a summary with links. Amounts group while they are typed. Nothing typed is lost.",
    show: Fields,
  },
  {
    id: "table",
    title: "Tables",
    rule: "Text left, figures right, one line per row. Head and first column stay. A row is a link; only the table scrolls. On phones a row becomes a labelled card.",
    show: Table,
  },
  {
    id: "charts",
    title: "Charts",
    rule: "The title says what the chart says. An axis from zero; what has not happened is hatched; the same thing has the same colour everywhere, and what has an order takes the ramp. One tab stop, then arrow keys; the figures are a table below, which is also what is printed.",
    show: ChartSample,
  },
  {
    id: "long",
    title: "Long tables",
    rule: "What has no pages (the lines of a statement, the postings of an account) is one table of any length: only the visible rows are drawn, and find searches all of them.",
    show: LongSample,
  },
  {
    id: "dialogs",
    title: "Dialogs and messages",
    rule: "A dialog asks; a message tells. Acts that move money restate amount, payee and fees, and are never shown as done before the answer has come.",
    show: Dialogs,
  },
  { id: "notices", title: "Notices", rule: "In the flow of the page, where what they speak of is.", show: Notices },
  {
    id: "empty",
    title: "Nothing here",
    rule: "Three kinds of nothing: none yet, none that match, none for you. Each says what comes next.",
    show: Emptiness,
  },
  {
    id: "motion",
    title: "Motion and focus",
    rule: "Movement explains where something comes from: 120 ms, then still; none for those who ask for none. The focus is a copper line of 2 px, never hidden. A new page begins at its heading. Targets are 24 px at least, 44 px on phones.",
    show: () => (
      <p>
        Press Tab to see the focus; <kbd>?</kbd> lists the shortcuts on every signed-in screen.
      </p>
    ),
  },
];

/** The design language with live examples: what every screen is held to. */
export default function DesignScreen(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    document.title = "Design language · Manilla";
  }, []);
  return (
    <div className={styles.layout}>
      <nav className={styles.contents} aria-label="Contents">
        <ManillaMark size={28} />
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" className={styles.main} tabIndex={-1}>
        <div className={styles.head}>
          <div>
            <h1>Design language</h1>
            <p className="muted">
              A manilla is a bracelet of copper that was money on the coast of West Africa for four centuries. The
              product takes its colour from it, and its manners: plain, sound, worth what it says.
            </p>
          </div>
          <SegmentedControl
            aria-label="Colours"
            size="sm"
            value={colorScheme}
            onChange={(value) => setColorScheme(value as "light" | "dark" | "auto")}
            data={[
              { value: "light", label: "Light" },
              { value: "dark", label: "Dark" },
              { value: "auto", label: "Device" },
            ]}
          />
        </div>
        {sections.map(({ id, title, rule, show: Show }) => (
          <section key={id} id={id} className={styles.section}>
            <h2>{title}</h2>
            <p className={styles.rule}>{rule}</p>
            <Show />
          </section>
        ))}
      </main>
    </div>
  );
}
