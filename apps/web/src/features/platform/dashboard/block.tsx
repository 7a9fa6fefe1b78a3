import type { Endpoint } from "@manilla/contract/endpoint";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer, CallInput } from "../../../shared/api/call.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { type Figure, Figures } from "../../../shared/figures/figures.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { type MovedFigure, Since } from "./since.tsx";
import styles from "./dashboard.module.css";

interface BlockProps<E extends Endpoint> {
  title: string;
  call: E;
  input?: CallInput<E>;
  /** Where all of it is. */
  to: string;
  /** Its figures; none where nothing is to be done. */
  figures: (answer: Answer<E>) => readonly Figure[];
  empty: string;
  more?: (answer: Answer<E>) => ReactNode;
  /** What of it changed since 17:00 of the day before. */
  since?: MovedFigure;
  /** It never has more than one figure. */
  isSmall?: boolean;
}

/** A block of a home: its name, a few figures that open their list, and what it says when there is nothing. */
export function Block<E extends Endpoint>({
  title,
  call,
  input,
  to,
  figures,
  empty,
  more,
  since,
  isSmall,
}: BlockProps<E>): ReactNode {
  const answer = useRecord(call, (input ?? {}) as CallInput<E>);
  return (
    <Panel title={title} actions={<Link to={to}>Open</Link>} flush isSmall={isSmall}>
      <Answered of={answer} height={72}>
        {(data) => {
          const items = figures(data);
          return (
            <>
              {items.length > 0 ? <Figures items={items} /> : <p className={styles.none}>{empty}</p>}
              {since && <Since figure={since} />}
              {more?.(data)}
            </>
          );
        }}
      </Answered>
    </Panel>
  );
}
