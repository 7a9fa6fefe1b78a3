import type { ReactNode } from "react";
import { Way } from "../../../shared/actions/way.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Copyable } from "../../../shared/ui/kit.tsx";

type Row = RowOf<typeof calls.affiliates.listAll>;

const shown = columns<Row>([
  column("name", { card: "title", width: 220 }),
  column("is_active", {
    header: "Status",
    card: "badge",
    render: (row) => (
      <ToneBadge tone={row.is_active ? "success" : "neutral"}>{row.is_active ? "Active" : "Inactive"}</ToneBadge>
    ),
  }),
  column("registered", {
    header: "Brought",
    kind: "number",
    card: "field",
    opens: (row) =>
      row.registered > 0 ? `/admin/users?f.registration_source=${encodeURIComponent(row.code)}` : undefined,
  }),
  column("borrowed", { card: "field" }),
  column("commission_percent", { align: "right" }),
  column("code", {
    header: "Link",
    card: "field",
    render: (row) => (
      <Copyable text={row.link} label="registration link">
        <code>{row.code}</code>
      </Copyable>
    ),
  }),
  column("email"),
  column("phone", { isHidden: true }),
  column("created_by", { header: "Registered by", isHidden: true }),
  column("created_at", { header: "Since" }),
]);

/** R090: partners who bring customers for a commission. */
export default function AffiliatesScreen(): ReactNode {
  const register = (
    <Way to="/admin/affiliate/register" call={calls.affiliates.create}>
      Register an affiliate
    </Way>
  );
  return (
    <ListPage
      call={calls.affiliates.listAll}
      columns={shown}
      lead="Who registers through an affiliate's link counts as brought by them."
      actions={register}
      empty="There is no affiliate yet."
      emptyAction={register}
    />
  );
}
