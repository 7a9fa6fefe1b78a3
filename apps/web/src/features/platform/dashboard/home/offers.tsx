import { counted, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../../shared/api/call.ts";
import type { calls } from "../../../../shared/api/calls.gen.ts";
import { StatusBadge } from "../../../../shared/ui/badge.tsx";
import styles from "./home.module.css";

export type OwnLoan = Answer<typeof calls.loans.listOwn>["loans"][number];

const UNDER_WAY: Partial<Record<OwnLoan["status"], string>> = {
  requested: "We are looking at your request.",
  pre_approved: "Your employer agreed; we are looking at your request.",
  approved: "Approved. Your offer is being written.",
  accepted: "You accepted the offer. The money is on its way to your account.",
  disbursing: "The money is on its way to your account.",
};

/** Offers that wait for an answer, and requests that are under way. */
export function Offers({ loans }: { loans: readonly OwnLoan[] }): ReactNode {
  return loans.map((loan) => {
    if (loan.status === "offered") {
      return (
        <section key={loan.id} className={styles.offer} aria-label={`Offer ${loan.reference}`}>
          <div>
            <strong>An offer of {naira(loan.principal_kobo)} waits for you</strong>
            {counted(loan.instalment_count, "instalment")} of {naira(loan.instalment_kobo)}
          </div>
          <Button component={Link} to={`/customer/offer-letter/${loan.id}`} variant="filled">
            Read the offer
          </Button>
        </section>
      );
    }
    const words = UNDER_WAY[loan.status];
    if (!words) return null;
    return (
      <section
        key={loan.id}
        className={styles.offer}
        style={{ borderColor: "var(--line)", background: "var(--surface)" }}
        aria-label={`Request ${loan.reference}`}
      >
        <div>
          <strong>
            <Link to={`/customer/loans/${loan.id}`}>{naira(loan.principal_kobo)}</Link>
          </strong>
          <span className="muted">{words}</span>
        </div>
        <StatusBadge kind="loan" status={loan.status} />
      </section>
    );
  });
}
