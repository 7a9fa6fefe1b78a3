import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Details, State, Token, titleOf } from "./bill-parts.tsx";

const { companyBill, companyReceipt } = calls.bills;

/** A bill that the company's wallet paid: its token and its receipt belong to all who see its bills. */
export default function CompanyBillScreen(): ReactNode {
  return (
    <RecordPage
      call={companyBill}
      width="form"
      title={titleOf}
      lead={(bill) => bill && `Asked for by ${bill.person}.`}
      actions={(bill) => bill && <StatusBadge kind="bill" status={bill.status} />}
    >
      {(bill) => (
        <>
          <State bill={bill} />
          {bill.tokens.length > 0 && <Token bill={bill} />}
          <Details bill={bill} />
          {bill.status === "delivered" && (
            <div className="buttons">
              <FileButton
                call={companyReceipt}
                input={{ params: { id: bill.id } }}
                name={`receipt-${bill.reference}.pdf`}
              >
                Receipt
              </FileButton>
            </div>
          )}
        </>
      )}
    </RecordPage>
  );
}
