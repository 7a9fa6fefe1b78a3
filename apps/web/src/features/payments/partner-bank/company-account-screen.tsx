import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { AccountPanel } from "./account-panel.tsx";

/** The number that a company's wallet is paid into. */
export default function CompanyAccountScreen(): ReactNode {
  const answer = useRecord(calls.partnerBank.companyAccount, {});
  return (
    <Page
      width="form"
      lead="Money sent to this account is in the company’s wallet at once."
      actions={<Link to="/corporate/wallet">The wallet</Link>}
    >
      <Answered of={answer} height={180}>
        {({ account }) => <AccountPanel account={account} />}
      </Answered>
    </Page>
  );
}
