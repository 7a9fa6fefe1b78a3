import { day } from "@manilla/contract/formats";
import type { Tone } from "@manilla/contract/badges";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { DateField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { ownPath } from "./own-path.ts";

const { delegate, delegations, endDelegation } = calls.approvalChains;
type Answered_ = Answer<typeof delegations>;

const TONES: Record<Answered_["delegations"][number]["state"], readonly [Tone, string]> = {
  coming: ["info", "Coming"],
  running: ["success", "Running"],
  over: ["neutral", "Over"],
};

/** Who decides for somebody absent. */
export default function DelegatesScreen(): ReactNode {
  const answer = useRecord(delegations, {});
  const [isOpen, setOpen] = useState(false);
  const mayAsk = useMay(delegate);
  return (
    <Page
      width="text"
      lead="While you are away somebody else has all your powers: they approve, decline, return and hand on, also what is pending already. It is recorded who decided for whom."
      actions={
        <>
          {mayAsk && <Button onClick={() => setOpen(true)}>Name a delegate…</Button>}
          <Link to={ownPath("/approvals")}>Approvals</Link>
        </>
      }
    >
      <Answered of={answer} height={160}>
        {(found) => (
          <>
            <Panel flush>
              {found.delegations.length === 0 ? (
                <Empty title="Nobody is away">Name a delegate before you leave.</Empty>
              ) : (
                <Delegations rows={found.delegations} />
              )}
            </Panel>
            {isOpen && <DelegateDialog people={found.people} onClose={() => setOpen(false)} />}
          </>
        )}
      </Answered>
    </Page>
  );
}

const Delegations = ({ rows }: { rows: Answered_["delegations"] }): ReactNode => (
  <PlainTable
    caption="Delegations"
    rows={rows}
    keyOf={({ id }) => id}
    columns={[
      { key: "_absent", header: "Away", card: "title", render: ({ absent }) => absent.name },
      { key: "_delegate", header: "Decides for them", render: ({ delegate: one }) => one.name },
      {
        key: "_days",
        header: "Days",
        canWrap: true,
        render: ({ from_on, until_on }) => `${day(from_on)} to ${day(until_on)}`,
      },
      {
        key: "_state",
        header: "State",
        render: ({ state }) => <ToneBadge tone={TONES[state][0]}>{TONES[state][1]}</ToneBadge>,
      },
      {
        key: "_end",
        header: "What can be done",
        render: ({ id, may_end, absent, delegate: one }) =>
          may_end && (
            <ActionButton
              call={endDelegation}
              params={{ id }}
              confirm={{
                title: "End this delegation?",
                body: `${one.name} no longer decides for ${absent.name}.`,
                yes: "End it",
              }}
              done="Ended."
            >
              End
            </ActionButton>
          ),
      },
    ]}
  />
);

function DelegateDialog({ people, onClose }: { people: Answered_["people"]; onClose: () => void }): ReactNode {
  const mayForOthers = useMay(calls.approvalChains.changeChain);
  const form = useCallForm(delegate, {
    initial: { delegate_id: "", absent_id: "", from_on: "", until_on: "", reason: "" },
    isGuarded: false,
    onDone: () => (toast("Named. They get a message."), onClose()),
  });
  const choices = people.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Dialog opened onClose={onClose} title="Name a delegate">
      <Form form={form}>
        {mayForOthers && (
          <SelectField name="absent_id" label="Who is away" hint="Nobody chosen: you are" choices={choices} />
        )}
        <SelectField name="delegate_id" label="Delegate" choices={choices} />
        <DateField name="from_on" label="First day" />
        <DateField name="until_on" label="Last day" />
        <TextField name="reason" label="Why" autoComplete="off" />
        <SubmitButton onCancel={onClose}>Name them</SubmitButton>
      </Form>
    </Dialog>
  );
}
