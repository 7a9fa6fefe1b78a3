import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Panel } from "../ui/kit.tsx";
import { Bars } from "./figures.tsx";

/** A part of what was spent in a period, beside the period before. */
export interface SpendPart {
  key: string;
  name: string;
  /** The list of what it counts. */
  to: string;
  amount_kobo: number;
  count: number;
  before_kobo: number;
}

/** What was spent, part by part, each leading to what it counts; nothing where there is none. @param noun of one that is counted */
export function SpendParts({
  title,
  noun,
  rows,
}: {
  title: string;
  noun: string;
  rows: readonly SpendPart[];
}): ReactNode {
  if (rows.length === 0) return null;
  return (
    <Panel title={title}>
      <Bars
        label={title}
        rows={rows.map(({ key, name, to, amount_kobo, count, before_kobo }) => ({
          key,
          name: (
            <>
              <Link to={to}>{name}</Link>
              {before_kobo > 0 && <div className="small muted">{naira(before_kobo)} before</div>}
            </>
          ),
          kobo: amount_kobo,
          count,
          noun,
        }))}
      />
    </Panel>
  );
}
