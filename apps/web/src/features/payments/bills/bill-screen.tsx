import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { PaymentClaims } from "../../../shared/payments/payment-claims.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { PayAgain } from "./again.tsx";
import { Details, State, Token, isOpen, titleOf } from "./bill-parts.tsx";

const { find, receipt } = calls.bills;

/** A bill of one's own: followed until it is there, its token large, its receipt as paper. */
export default function BillScreen(): ReactNode {
  return (
    <RecordPage
      call={find}
      width="form"
      title={titleOf}
      actions={(bill) => bill && <StatusBadge kind="bill" status={bill.status} />}
    >
      {(bill) => (
        <>
          <State bill={bill} />
          {bill.tokens.length > 0 && <Token bill={bill} />}
          <Details bill={bill} />
          {!isOpen(bill) && <PaymentClaims kind="bill" id={bill.id} />}
          <div className="buttons">
            {bill.status === "delivered" && (
              <FileButton call={receipt} input={{ params: { id: bill.id } }} name={`receipt-${bill.reference}.pdf`}>
                Receipt
              </FileButton>
            )}
            {!isOpen(bill) && (
              <>
                <PayAgain bill={bill} base="/customer/bills" />
                <Button component={Link} to={`/customer/bills?kind=${bill.kind}`} variant="default">
                  Pay another bill
                </Button>
              </>
            )}
          </div>
        </>
      )}
    </RecordPage>
  );
}
