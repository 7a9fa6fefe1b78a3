import type { ReactNode } from "react";
import { OwnRoom } from "../../../shared/payments/wallet-limits.tsx";
import { PaySection } from "./pay-screen.tsx";

/** A company asks to pay a bill from its wallet; its chain agrees. */
export default function RequestBillScreen(): ReactNode {
  return (
    <>
      <OwnRoom />
      <PaySection
        lead="From the company's wallet. The money is held until somebody else has agreed."
        base="/corporate/bills/new"
      />
    </>
  );
}
