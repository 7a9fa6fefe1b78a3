import { date, naira } from "@manilla/contract/formats";
import { type BettingPause, bettingPauses, bettingPausesByStaff } from "@manilla/contract/payments/betting-kinds";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../api/calls.gen.ts";
import { useRecord } from "../api/use-call.ts";
import { PlainTable } from "../figures/figures.tsx";
import { SelectField, TextAreaField } from "../form/more-fields.tsx";
import { SubmitButton } from "../form/submit-button.tsx";
import { Form, useCallForm } from "../form/use-call-form.tsx";
import { useMay } from "../session/session.ts";
import { Answered } from "../ui/answered.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Facts, Panel, When } from "../ui/kit.tsx";
import { toast } from "../ui/toasts.tsx";

export const pauseChoices = Object.entries(bettingPauses).map(([value, { label }]) => ({ value, label }));

/** For staff: a person's limits of betting, and until when they are kept out; it is begun on their request and lifted by nobody. */
export function BettingBounds({ id }: { id: string }): ReactNode {
  const answer = useRecord(calls.betting.ofPerson, { params: { id } });
  const mayExclude = useMay(calls.betting.excludePerson);
  const [isAsking, setAsking] = useState(false);
  return (
    <Answered of={answer} height={96}>
      {({ daily_kobo, own_kobo, left_kobo, is_excluded, excluded_until, exclusions }) => (
        <Panel
          title="Betting"
          actions={
            mayExclude && (
              <Button size="sm" variant="default" onClick={() => setAsking(true)}>
                Keep out of betting…
              </Button>
            )
          }
        >
          <div className="stack">
            <Facts
              items={[
                {
                  label: "Kept out",
                  value: is_excluded ? (excluded_until ? `Until ${date(excluded_until)}` : "For good") : "No",
                },
                { label: "At most in a day", value: naira(daily_kobo) },
                own_kobo !== null && { label: "Their own limit", value: naira(own_kobo) },
                { label: "Left today", value: naira(left_kobo) },
              ]}
            />
            {exclusions.length > 0 && (
              <PlainTable
                caption="Kept out of betting"
                rows={exclusions}
                columns={[
                  { key: "pause", header: "For", card: "title", render: ({ pause }) => bettingPauses[pause].label },
                  { key: "since", header: "Since", card: "field" },
                  {
                    key: "until",
                    header: "Until",
                    card: "field",
                    render: ({ until }) => (until ? <When at={until} /> : "For good"),
                  },
                  { key: "by", header: "Set by", kind: "text" },
                  { key: "reason", header: "Reason", kind: "text", canWrap: true },
                ]}
              />
            )}
          </div>
          {isAsking && <ExcludeDialog id={id} onClose={() => setAsking(false)} />}
        </Panel>
      )}
    </Answered>
  );
}

function ExcludeDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.betting.excludePerson, {
    initial: { pause: "month" as string, reason: "" },
    params: { id },
    isGuarded: false,
    toBody: ({ pause, reason }) => ({ pause: pause as BettingPause, reason }),
    onDone: () => (toast("Kept out of betting."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Keep this person out of betting?">
      <Form form={form}>
        <SelectField
          name="pause"
          label="For how long"
          hint="As they requested; nobody lifts it earlier. A permanent exclusion only they set"
          choices={pauseChoices.filter(({ value }) => bettingPausesByStaff.some((name) => name === value))}
        />
        <TextAreaField name="reason" label="Reason" hint="How they asked for it" rows={2} />
        <SubmitButton onCancel={onClose}>Keep them out</SubmitButton>
      </Form>
    </Dialog>
  );
}
