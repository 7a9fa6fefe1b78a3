import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useMay } from "../../../shared/session/session.ts";
import { RangeStatement } from "../../../shared/statements/range-statement.tsx";
import { Page } from "../../../shared/ui/page.tsx";

/** R029: what moved in one's own cash wallet between any two days, and the same to take along. */
export default function StatementScreen(): ReactNode {
  const mayBills = useMay(calls.cardLines.listOwn);
  return (
    <Page
      lead="Money into and out of your cash wallet. Opening balance and movements make the closing balance."
      actions={
        <>
          <Link to="/customer/wallets">Your wallets</Link>
          {mayBills && <Link to="/customer/cards/bills">Your card bills</Link>}
        </>
      }
    >
      <RangeStatement />
    </Page>
  );
}
