import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Notice, When } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { AccountPanel } from "./account-panel.tsx";

/** The number of one's own cash wallet, and what came for it and waits. */
export default function OwnAccountScreen(): ReactNode {
  const answer = useRecord(calls.partnerBank.ownAccount, {});
  return (
    <Page
      width="form"
      lead="Money sent to this account is in your cash wallet at once."
      actions={<Link to="/customer/wallets">Your wallets</Link>}
    >
      <Answered of={answer} height={220}>
        {({ account, held }) => (
          <>
            {held.map(({ id, amount_kobo, sender, says, created_at }) => (
              <Notice key={id} tone="warning" action={<Link to="/customer/wallets/limits">Your limits</Link>}>
                {naira(amount_kobo)} from {sender} waits since <When at={created_at} />. {says}
              </Notice>
            ))}
            <AccountPanel account={account} />
          </>
        )}
      </Answered>
    </Page>
  );
}
