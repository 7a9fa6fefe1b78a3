import type { ReactNode } from "react";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { Way } from "../../../shared/actions/way.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { useSession } from "../../../shared/session/session.ts";
import { type Row, shown, views } from "./list.tsx";

const { cancel, listOfCompany, request } = calls.transfers;
const withSender = [
  ...shown.slice(0, 4),
  ...columns<Row>([column("sent_by", { header: "Asked by", width: 140 })]),
  ...shown.slice(4).map((each) => (each.key === "account_no" ? { ...each, isHidden: true } : each)),
];

/** R145 for companies: what was sent from the wallet, and what awaits approval. */
export default function CompanyTransfersScreen(): ReactNode {
  const { user } = useSession();
  return (
    <ListPage
      call={listOfCompany}
      params={{ id: user.company_id ?? "" }}
      columns={withSender}
      tiles="total_kobo"
      rowActions={rowActionsOf([cancel])}
      views={views}
      href={({ id }) => `/corporate/transfers/${id}`}
      actions={
        <Way to="/corporate/transfers/new" call={request}>
          Send money
        </Way>
      }
      lead="What your company sends from its wallet. Somebody else agrees before money leaves it."
      empty="Your company has not sent anything yet."
    />
  );
}
