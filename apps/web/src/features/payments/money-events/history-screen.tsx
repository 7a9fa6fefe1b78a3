import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { columnsFor, views } from "./list.tsx";

/** R147: what has ended. */
export default function HistoryScreen(): ReactNode {
  const type = accountTypeOf(location.pathname) ?? "customer";
  return (
    <ListPage
      call={calls.moneyEvents.listEnded}
      columns={columnsFor(type)}
      views={views}
      href={({ id }) => `/${type}/transactions/${id}`}
      lead="Payments that have ended: they arrived, failed, or came back."
      empty="No payment has ended yet."
    />
  );
}
