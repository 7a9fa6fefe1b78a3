import type { ReactNode } from "react";
import { Link } from "react-router";
import { RangeStatement } from "../../../shared/statements/range-statement.tsx";
import { Page } from "../../../shared/ui/page.tsx";

/** What moved in one's own cash wallet between any two days, and the same to take along. */
export default function StatementScreen(): ReactNode {
  return (
    <Page
      lead="What came into your cash wallet and went out of it. Opening balance and movements make the closing balance."
      actions={<Link to="/customer/wallets">Your wallets</Link>}
    >
      <RangeStatement />
    </Page>
  );
}
