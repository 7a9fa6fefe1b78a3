import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { useSession } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { WalletView } from "./wallet-view.tsx";

const shown = columns<RowOf<typeof calls.wallets.listAll>>([
  column("name", { header: "Company", card: "title", width: 260 }),
  column("status", { header: "State", badge: "company", card: "badge", width: 120 }),
  column("balance_kobo", { header: "Balance", card: "field", width: 160 }),
  column("_low", {
    header: "Low",
    width: 90,
    render: ({ is_low }) => (is_low ? <ToneBadge tone="warning">Low</ToneBadge> : <span className="muted">–</span>),
  }),
  column("assigned_kobo", { header: "In purses", card: "field", width: 150 }),
  column("provider_daily_limit_kobo", { header: "Our limit a day", width: 150 }),
  column("opened_at", { header: "Since", kind: "day", width: 120 }),
]);

/** R031: the company's own wallet; for the provider's staff those of all companies. */
export default function WalletScreen(): ReactNode {
  const { user } = useSession();
  const isOurs = useLocation().pathname.startsWith("/corporate/");
  if (isOurs) return <WalletView id={user.company_id ?? ""} isOurs />;
  return (
    <ListPage
      call={calls.wallets.listAll}
      columns={shown}
      tiles
      views={[{ name: "Low balance", address: "f.is_low=true", empty: "No wallet is low" }]}
      href={({ id }) => `/admin/wallet/${id}`}
      title="Company Wallets"
      lead="Money that companies have paid in. It is theirs: what we owe them until it is spent."
      empty="No company has a wallet yet. It is opened when the company asks for its account number."
    />
  );
}
