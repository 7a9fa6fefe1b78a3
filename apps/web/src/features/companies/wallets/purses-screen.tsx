import { type ReactNode, useCallback, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { AssignDialog, PurseLimitDialog, TakeBackDialog } from "./wallet-dialogs.tsx";

type Purse = RowOf<typeof calls.wallets.purses>;
const shown = columns<Purse>([
  column("name", { header: "Employee", kind: "text", card: "title", width: 240 }),
  column("department", { kind: "text", card: "field", width: 200 }),
  column("balance_kobo", { header: "Holds", card: "field", width: 160 }),
  column("limit_kobo", { header: "May hold", card: "field", width: 160 }),
  column("opened_at", { header: "Since", kind: "day", width: 130 }),
]);

/** What the company's people hold of its money. */
export default function PursesScreen(): ReactNode {
  const { user } = useSession();
  const mayAssign = useMay(calls.wallets.assignDebit);
  const [open, setOpen] = useState<{ what: "assign" | "back" | "limit"; purse: Purse }>();
  const close = () => setOpen(undefined);
  const actions = useCallback(
    (purse: Purse): RowAction[] => {
      const begin = (what: "assign" | "back" | "limit") => () => setOpen({ what, purse });
      const own = purse.id === user.id ? "Somebody else decides about your own purse." : undefined;
      if (!mayAssign) return [];
      return [
        { label: "Assign money…", run: begin("assign"), disabledBecause: own },
        {
          label: "Take back…",
          run: begin("back"),
          disabledBecause: purse.balance_kobo > 0 ? undefined : "It holds nothing.",
        },
        { label: "Limit…", run: begin("limit"), disabledBecause: own },
      ];
    },
    [mayAssign, user.id],
  );
  return (
    <>
      <ListPage
        call={calls.wallets.purses}
        columns={shown}
        rowActions={actions}
        lead="Money of the company that its people hold. It stays the company's, and can be taken back."
        empty="Nobody holds money of the company. Assign some from the wallet."
      />
      {open?.what === "assign" && <AssignDialog employee={open.purse} onClose={close} />}
      {open?.what === "back" && <TakeBackDialog purse={open.purse} onClose={close} />}
      {open?.what === "limit" && <PurseLimitDialog purse={open.purse} onClose={close} />}
    </>
  );
}
