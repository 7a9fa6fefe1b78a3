import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Rewards = Answer<typeof calls.rewards.findOwn>;
type Money = Answer<typeof calls.personalWallets.snapshot>;

/** R170 for customers: rewards into the cash wallet, and cash to one's own account. */
export default function RedemptionScreen(): ReactNode {
  const rewards = useRecord(calls.rewards.findOwn, {});
  const snapshot = useRecord(calls.personalWallets.snapshot, {});
  return (
    <Page width="form" lead="Rewards become cash; cash goes to your bank account.">
      <Answered of={rewards} height={120}>
        {(found) => <Redeem rewards={found} />}
      </Answered>
      <Answered of={snapshot} height={240}>
        {(money) => <Withdraw money={money} />}
      </Answered>
    </Page>
  );
}

/** C326. */
function Redeem({ rewards: { available_kobo, redeemable_kobo, why_less } }: { rewards: Rewards }): ReactNode {
  return (
    <Panel title="Your rewards">
      <Facts items={[{ label: "To redeem", value: naira(available_kobo), figure: true }]} />
      {why_less && (
        <Notice tone="warning">
          {naira(redeemable_kobo)} of it can be redeemed now: {why_less}.
        </Notice>
      )}
      <p>
        <ActionButton
          call={calls.rewards.redeem}
          variant="primary"
          disabledBecause={
            redeemable_kobo > 0
              ? undefined
              : available_kobo > 0
                ? "Your limit has no room."
                : "There is nothing to redeem."
          }
          confirm={{
            title: "Redeem your rewards?",
            body: "They become cash in your wallet and no longer expire.",
            facts: [{ label: "Rewards", kobo: redeemable_kobo }],
            yes: "Redeem",
          }}
          done={({ redeemed_kobo, cash_kobo }) =>
            toast(`${naira(redeemed_kobo)} redeemed. Your cash wallet holds ${naira(cash_kobo)}.`)
          }
        >
          Redeem
        </ActionButton>
      </p>
    </Panel>
  );
}

function Withdraw({ money }: { money: Money }): ReactNode {
  return (
    <>
      <Panel title="Your cash wallet">
        <Facts items={[{ label: "Cash", value: naira(money.cash_kobo), figure: true }]} />
        {money.account === null ? (
          <Notice tone="info">
            Money is sent to your own verified account. <Link to="/customer/settings/profile">Add your account</Link>
          </Notice>
        ) : (
          money.cash_kobo > 0 && <WithdrawForm key={money.cash_kobo} money={money} account={money.account} />
        )}
      </Panel>
      {money.withdrawals.length > 0 && (
        <Panel title="Sent to your account" flush>
          <PlainTable
            caption="Sent to your account"
            rows={money.withdrawals}
            columns={[
              { key: "reference", card: "title" },
              { key: "created_at", header: "When", kind: "date" },
              { key: "amount_kobo" },
              { key: "status", header: "State", badge: "payout" },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

function WithdrawForm({ money, account }: { money: Money; account: NonNullable<Money["account"]> }): ReactNode {
  const { left_today_kobo } = money.limits;
  const most = left_today_kobo === null ? money.cash_kobo : Math.min(money.cash_kobo, left_today_kobo);
  const form = useCallForm(calls.cashTransactions.withdraw, {
    initial: { amount_kobo: most as number | null },
    isGuarded: false,
    onDone: ({ awaits_approval }, { amount_kobo }) =>
      toast(
        awaits_approval
          ? `${naira(amount_kobo ?? 0)} is sent as soon as we have looked at it.`
          : `${naira(amount_kobo ?? 0)} is on its way to your account.`,
      ),
  });
  return (
    <Form form={form}>
      <p>
        To your account {account.bank_name} •••• {account.account_no_last4}, without a fee. More than{" "}
        {naira(money.without_approval_kobo)} in a day waits until we have looked at it.
      </p>
      <MoneyField
        name="amount_kobo"
        label="Amount"
        {...(left_today_kobo !== null && { hint: `${naira(left_today_kobo)} may still leave today` })}
      />
      <SubmitButton>Send to my account</SubmitButton>
    </Form>
  );
}
