import type { ReactNode } from "react";
import { Empty, When } from "../../../shared/ui/kit.tsx";

interface Props<Row> {
  rows: readonly Row[];
  /** Said when there are none, with why. */
  empty: string;
  because?: ReactNode;
  at: (row: Row) => string | null;
  children: (row: Row) => ReactNode;
}

/** What happened, one below the other, each with its moment. */
export const Lines = <Row extends { id: string }>({ rows, empty, because, at, children }: Props<Row>): ReactNode =>
  rows.length === 0 ? (
    <Empty title={empty}>{because}</Empty>
  ) : (
    <ul className="rows">
      {rows.map((row) => {
        const moment = at(row);
        return (
          <li key={row.id}>
            <div>{children(row)}</div>
            <span className="small muted">{moment && <When at={moment} />}</span>
          </li>
        );
      })}
    </ul>
  );
