import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { useBooked, useBookedColumns } from "../../../shared/figures/booked.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { receiptActions, receiptColumns, useReceiptDialog } from "./receipt-columns.tsx";

/** Every receipt, or (C110) all that one person has paid. */
export default function ReceiptsScreen(): ReactNode {
  const { id } = useParams();
  return id ? <ReceiptsOf id={id} /> : <AllReceipts />;
}

function AllReceipts(): ReactNode {
  const booked = useBooked();
  const columns = useBookedColumns(receiptColumns);
  const { look, dialog } = useReceiptDialog();
  return (
    <>
      <ListPage
        call={calls.repayments.listReceipts}
        columns={columns}
        rowActions={(row) => receiptActions(row, booked("receipt", row.id), look)}
        lead="All money that came in, with what it paid."
        actions={<Link to="/admin/repayments">Repayments</Link>}
        empty="Nothing has been received yet. Payments by card, transfer or staff appear here."
      />
      {dialog}
    </>
  );
}

const columnsOfOne = receiptColumns.filter(({ key }) => key !== "customer");

function ReceiptsOf({ id }: { id: string }): ReactNode {
  const booked = useBooked();
  const columns = useBookedColumns(columnsOfOne);
  const { look, dialog } = useReceiptDialog();
  const { data } = useCall(calls.repayments.wallet, { params: { id } });
  return (
    <>
      <ListPage
        call={calls.repayments.walletHistory}
        params={{ id }}
        columns={columns}
        rowActions={(row) => receiptActions(row, booked("receipt", row.id), look)}
        title={data ? `Payments of ${data.customer.name}` : undefined}
        lead={<Link to={`/admin/repayments/wallet/${id}`}>Back to the wallet</Link>}
        empty="This person has paid nothing yet."
      />
      {dialog}
    </>
  );
}
