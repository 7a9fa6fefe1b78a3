import { date } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { VERDICTS } from "./verdicts.ts";

const { listAll, create, remove } = calls.beneficiaries;
type Row = RowOf<typeof listAll>;

const shown = columns<Row>([
  column("name", { header: "Beneficiary", card: "title", width: 220 }),
  column("status", { header: "State", badge: "beneficiary", card: "badge", width: 110 }),
  column("bank_name", { card: "field", width: 180 }),
  column("account_no", { header: "Account", kind: "code", card: "field", width: 130 }),
  column("account_name", { header: "The bank's name", width: 200 }),
  column("name_verdict", {
    header: "Compared",
    width: 110,
    words: Object.fromEntries(Object.entries(VERDICTS).map(([verdict, { words }]) => [verdict, words])),
    render: ({ name_verdict }) => (
      <ToneBadge tone={VERDICTS[name_verdict].tone}>{VERDICTS[name_verdict].words}</ToneBadge>
    ),
  }),
  column("is_changing", { header: "Change pending", width: 120 }),
  column("cooling_until", {
    header: "New until",
    isHidden: true,
    render: ({ cooling_until }) => (cooling_until ? date(cooling_until) : "–"),
  }),
  column("created_at", { header: "Asked for", isHidden: true }),
]);

const views: readonly ReadyView[] = [
  { name: "Active", address: "f.status=active", empty: "Nobody can be paid yet" },
  { name: "Pending", address: "f.status=pending", empty: "Nothing is pending" },
  {
    name: "Another name",
    address: "f.name_verdict=near,different&f.status=active,pending",
    empty: "The banks agree with all names",
  },
  { name: "Deleted", address: "f.status=removed", empty: "Nothing was deleted" },
];

/** R051: whom the company pays. */
export default function BeneficiariesScreen(): ReactNode {
  const { user } = useSession();
  const mayCreate = useMay(create);
  return (
    <ListPage
      call={listAll}
      params={{ id: user.company_id ?? "" }}
      columns={shown}
      views={views}
      href={({ id }) => `/corporate/beneficiaries/${id}`}
      rowActions={rowActionsOf([remove])}
      lead="Whom your company pays. Each is agreed to by the chain of your company, and paid little in the first hours."
      actions={
        mayCreate && (
          <>
            <Button component={Link} to="/corporate/beneficiaries/new">
              New beneficiary
            </Button>
            <Link to="/corporate/beneficiaries/files">Bring a file</Link>
          </>
        )
      }
      empty="There is no beneficiary yet."
    />
  );
}
