import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { columnsFor, views } from "./list.tsx";

const LEADS = {
  admin: "Every movement of money, of people and companies.",
  corporate: "Every movement of your company's money.",
  customer: "Every movement of your money with us.",
} as const;

/** R141. */
export default function AllScreen(): ReactNode {
  const type = accountTypeOf(location.pathname) ?? "customer";
  return (
    <ListPage
      call={calls.moneyEvents.listAll}
      columns={columnsFor(type)}
      views={views}
      href={({ id }) => `/${type}/transactions/${id}`}
      lead={LEADS[type]}
      empty="No money has moved yet."
    />
  );
}
