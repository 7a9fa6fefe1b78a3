import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { Lots, TierPanel, expiresIn } from "./parts.tsx";

/** R169 for customers: rewards and when they expire, cash, and what the tier lets move. */
export default function WalletsScreen(): ReactNode {
  const rewards = useRecord(calls.rewards.findOwn, {});
  const snapshot = useRecord(calls.personalWallets.snapshot, {});
  return (
    <Page
      lead="Your rewards and the cash they become."
      actions={
        <>
          <Link to="/customer/statement">Statement</Link>
          <Link to="/customer/wallets/redemption">Redeem or withdraw</Link>
        </>
      }
    >
      <Answered of={snapshot} height={150}>
        {(money) => (
          <Answered of={rewards} height={240}>
            {({ available_kobo, next_expiry, lots }) => (
              <>
                <Figures
                  items={[
                    {
                      label: "Rewards to redeem",
                      value: naira(available_kobo),
                      href: "/customer/wallets/redemption",
                      note: next_expiry && expiresIn(next_expiry, available_kobo),
                    },
                    { label: "Cash wallet", value: naira(money.cash_kobo), href: "/customer/wallets/redemption" },
                    money.referral_kobo > 0 && {
                      label: "Earned by bringing others",
                      value: naira(money.referral_kobo),
                    },
                    money.credit_kobo > 0 && {
                      label: "Credit",
                      value: naira(money.credit_kobo),
                      href: "/customer/repayments",
                      note: "Pays your next instalment",
                    },
                    money.purse_kobo > 0 && {
                      label: "Your company's money",
                      value: naira(money.purse_kobo),
                      note: "For its purposes",
                    },
                  ]}
                />
                <div className="beside">
                  <Lots lots={lots} />
                  <TierPanel limits={money.limits} isOwn />
                </div>
              </>
            )}
          </Answered>
        )}
      </Answered>
    </Page>
  );
}
