import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { PaymentClaims } from "../../../shared/payments/payment-claims.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { PayAgain } from "./again.tsx";
import { Details, State, Token, isOpen, titleOf } from "./bill-parts.tsx";

const { companyBill, companyReceipt } = calls.bills;

/** A bill that the company's wallet paid: its token and its receipt belong to all who see its bills. */
export default function CompanyBillScreen(): ReactNode {
  const mayAsk = useMay(calls.billOrders.request);
  const maySeeExpense = useMay(calls.expenses.find);
  const mayClaim = useMay(calls.refunds.ofPayment);
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
          {maySeeExpense && bill.expense_id !== null && (
            <p>
              In the company’s spend: <Link to={`/corporate/expenses/${bill.expense_id}`}>the expense</Link>
            </p>
          )}
          {mayClaim && !isOpen(bill) && <PaymentClaims kind="bill" id={bill.id} />}
          <div className="buttons">
            {bill.status === "delivered" && (
              <FileButton
                call={companyReceipt}
                input={{ params: { id: bill.id } }}
                name={`receipt-${bill.reference}.pdf`}
              >
                Receipt
              </FileButton>
            )}
            {mayAsk && !isOpen(bill) && <PayAgain bill={bill} base="/corporate/bills/new" />}
          </div>
        </>
      )}
    </RecordPage>
  );
}
