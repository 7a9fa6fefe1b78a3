import { date, naira } from "@manilla/contract/formats";
import { type BettingPause, bettingPauses } from "@manilla/contract/payments/betting-kinds";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { pauseChoices } from "../../../shared/payments/betting-bounds.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Bounds = Answer<typeof calls.betting.own>;

/** What is left for betting today, a lower limit of one's own, and keeping oneself out of it. */
export function Betting(): ReactNode {
  const answer = useRecord(calls.betting.own, {});
  const [dialog, setDialog] = useState<"limit" | "exclude">();
  const close = () => setDialog(undefined);
  return (
    <Panel title="Your betting">
      <Answered of={answer} height={120}>
        {(bounds) => (
          <div className="stack">
            {bounds.is_excluded && (
              <Notice tone="info">
                You have kept yourself out of betting{" "}
                {bounds.excluded_until ? `until ${date(bounds.excluded_until)}` : "permanently"}.
              </Notice>
            )}
            <Facts
              items={[
                { label: "Left today", value: naira(bounds.left_kobo), figure: true },
                { label: "At most in a day", value: naira(bounds.daily_kobo), figure: true },
                bounds.next_kobo !== null && {
                  label: `From ${bounds.next_from ? date(bounds.next_from) : ""}`,
                  value: naira(Math.min(bounds.next_kobo, bounds.ours_kobo)),
                  figure: true,
                },
              ]}
            />
            <p className="buttons">
              <Button variant="default" onClick={() => setDialog("limit")}>
                Change your limit…
              </Button>
              <Button variant="default" onClick={() => setDialog("exclude")}>
                Keep me out of betting…
              </Button>
            </p>
            {dialog === "limit" && <LimitDialog bounds={bounds} onClose={close} />}
            {dialog === "exclude" && <ExcludeDialog onClose={close} />}
          </div>
        )}
      </Answered>
    </Panel>
  );
}

function LimitDialog({ bounds, onClose }: { bounds: Bounds; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.betting.setLimit, {
    initial: { daily_kobo: bounds.daily_kobo as number | null },
    isGuarded: false,
    toBody: ({ daily_kobo }) => ({ daily_kobo: daily_kobo ?? 0 }),
    onDone: () => (toast("Your limit is set."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Your limit of betting in a day">
      <Form form={form}>
        <MoneyField
          name="daily_kobo"
          label="At most in a day"
          hint={`Lower holds at once, higher after a wait; ${naira(bounds.ours_kobo)} is our own limit`}
        />
        <SubmitButton onCancel={onClose}>Set it</SubmitButton>
      </Form>
    </Dialog>
  );
}

function ExcludeDialog({ onClose }: { onClose: () => void }): ReactNode {
  const form = useCallForm(calls.betting.exclude, {
    initial: { pause: "month" as string },
    isGuarded: false,
    toBody: ({ pause }) => ({ pause: pause as BettingPause }),
    onDone: () => (toast("You are kept out of betting."), onClose()),
  });
  const { pause } = form.values;
  return (
    <Dialog opened onClose={onClose} title="Keep yourself out of betting?">
      <Form form={form}>
        <SelectField name="pause" label="For how long" choices={pauseChoices} />
        <Notice tone="warning">
          Nothing is paid to betting accounts from now on
          {pause in bettingPauses && pause !== "for_good" ? "; it ends by itself" : ", and it never ends"}. Neither you
          nor we can lift it earlier.
        </Notice>
        <SubmitButton onCancel={onClose}>Keep me out</SubmitButton>
      </Form>
    </Dialog>
  );
}
