import { naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { SlipField, slipAt } from "../../../shared/form/evidence-fields.tsx";
import { MoneyField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { BettingBounds } from "../../../shared/payments/betting-bounds.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { Lots, TierPanel, expiresIn } from "./parts.tsx";

/** C176: one person's rewards and cash, with the limits of their tier. */
export default function PersonWalletScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.rewards.find}
      title={({ person }) => person.name}
      lead={() => "Reward and cash wallet"}
      actions={(wallet, id) => (
        <>
          <Link to={`/admin/users/${id}`}>Open the person</Link>
          <Link to={`/admin/wallets/redemption?f.user_id=${id}`}>Transactions</Link>
          {wallet && <Give id={id} name={wallet.person.name} isWaiting={wallet.waiting} />}
        </>
      )}
    >
      {({ available_kobo, next_expiry, cash_kobo, lots, limits }, id) => (
        <>
          <Figures
            items={[
              {
                label: "Rewards to redeem",
                value: naira(available_kobo),
                note: next_expiry && expiresIn(next_expiry, available_kobo),
              },
              { label: "Cash wallet", value: naira(cash_kobo), href: `/admin/wallets/redemption?f.user_id=${id}` },
            ]}
          />
          <div className="beside">
            <Lots lots={lots} />
            <TierPanel limits={limits} isOwn={false} />
          </div>
          <BettingBounds id={id} />
        </>
      )}
    </RecordPage>
  );
}

function Give({ id, name, isWaiting }: { id: string; name: string; isWaiting: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const mayGive = useMay(calls.rewards.give);
  if (!mayGive) return null;
  return (
    <>
      <Button
        size="sm"
        disabled={isWaiting}
        title={isWaiting ? "A reward waits for a second person." : undefined}
        onClick={() => setOpen(true)}
      >
        Give a reward…
      </Button>
      {isOpen && <GiveDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function GiveDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.rewards.give, {
    initial: { amount_kobo: null as number | null, reason: "", slip: null as File | null, slip_id: "" },
    rules: { amount_kobo: "required", reason: "required|min:3|max:500", slip: "required" },
    fieldOf: slipAt,
    toBody: ({ amount_kobo, reason, slip_id }) => ({ amount_kobo: amount_kobo ?? 0, reason, slip_id }),
    params: { id },
    isGuarded: false,
    onDone: () => (toast("Requested. A second person decides; nothing was given yet."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Give ${name} a reward`}>
      <Form form={form}>
        <MoneyField name="amount_kobo" label="Amount" />
        <TextAreaField name="reason" label="What for" hint="They read it" />
        <SlipField label="Paper" hint="What it is given for: the campaign's list, the complaint, the approval" />
        <SubmitButton onCancel={onClose}>Ask to give it</SubmitButton>
      </Form>
    </Dialog>
  );
}
