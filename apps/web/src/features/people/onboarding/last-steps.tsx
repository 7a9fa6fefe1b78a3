import { date, sentence } from "@manilla/contract/formats";
import { states } from "@manilla/contract/nigeria/states";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError, errorText } from "../../../shared/api/errors.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { DecisionWords, Reasons, lookWords } from "../../../shared/credit/own-decision.tsx";
import { FieldRow } from "../../../shared/form/fields.tsx";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Facts, LinkButton, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Choices } from "../../../shared/form/choices.tsx";
import { Done, Onward, type StepProps } from "./step-parts.tsx";

/** Instant approval (C309): a limit, a colleague's look, or a no with its reasons; never a loan. */
export function ApprovalStep({ state }: StepProps): ReactNode {
  const { profile, completeness, decision } = state;
  const ask = useAction(calls.onboarding.instantApproval);
  if (profile.status === "activated") {
    return (
      <Panel>
        <Done title="You are approved">You can ask for a loan.</Done>
        <Onward state={state} from="approval">
          <Link to="/customer/credit-application">Ask for a loan</Link>
        </Onward>
      </Panel>
    );
  }
  if (profile.instant_approval_at) {
    return (
      <Panel>
        <div className="stack">
          <Done
            title={decision?.outcome === "approved" ? "You have your instant approval" : "A person looks at it now"}
          >
            {date(profile.instant_approval_at)}.{" "}
            {decision?.outcome === "approved"
              ? "We look at your documents next, and write to you."
              : `You do not need to do anything. ${decision?.look_by ? lookWords(decision.look_by) : "We will write to you."}`}
          </Done>
          {decision?.outcome === "approved" && <DecisionWords decision={decision} />}
          {decision?.outcome === "referred" && <Reasons title="What we look at" texts={decision.reasons} />}
        </div>
        <Onward state={state} from="approval" />
      </Panel>
    );
  }
  const isDeclined = decision?.outcome === "declined";
  const isQualified = completeness.is_qualified_for_instant_approval;
  return (
    <Panel>
      <div className="stack">
        {isDeclined ? (
          <>
            <DecisionWords decision={decision} />
            <p>
              This was the quick look by our rules alone. A person looks at your whole profile once it is complete. If
              something has changed, ask again.
            </p>
          </>
        ) : (
          <p>
            We look at what you have given and say at once whether you may ask for a loan. You take on nothing by
            asking: a loan only begins when you accept an offer.
          </p>
        )}
        {/* A refusal is shown above with its reasons; other errors here. */}
        {ask.error !== undefined &&
          !(isDeclined && ask.error instanceof CallError && ask.error.code === "declined") && (
            <div role="alert">
              <Notice tone="warning">{errorText(ask.error)}</Notice>
            </div>
          )}
        {!isQualified && <p className="muted">Your identity and your salary come first.</p>}
        {isQualified && (
          <div>
            <Button
              variant={isDeclined ? "default" : "filled"}
              loading={ask.isPending}
              onClick={() => void ask.run({ body: {} }).catch(() => undefined)}
            >
              {isDeclined ? "Ask again" : "Ask for instant approval"}
            </Button>
          </div>
        )}
      </div>
      {(isDeclined || !isQualified) && <Onward state={state} from="approval" isSkip />}
    </Panel>
  );
}

const types = [
  { value: "virtual", label: "Virtual", hint: "In the app, for paying online" },
  { value: "physical", label: "Physical", hint: "A plastic card, sent to your address" },
] as const;

/** The card request (C297, C298): the last step, and nobody has to take it. */
export function CardStep({ state }: StepProps): ReactNode {
  const request = state.card_request;
  if (request && request.status !== "started") {
    return (
      <Panel>
        <div className="stack">
          <Done
            title={
              request.status === "declined"
                ? "This card was not granted"
                : `${sentence(request.card_type)} card requested`
            }
          >
            {date(request.requested_at)}
          </Done>
          {request.delivery_address && (
            <Facts
              items={[
                {
                  label: "Goes to",
                  value: [request.delivery_address, request.delivery_state].filter(Boolean).join(", "),
                },
              ]}
            />
          )}
        </div>
        <Onward state={state} from="card" />
      </Panel>
    );
  }
  return (
    <Panel>
      {request ? (
        <DeliveryForm type={request.card_type} address={state.profile.address} region={state.profile.state} />
      ) : (
        <TypeForm />
      )}
      <p className="small" style={{ marginTop: 16 }}>
        <Link to="/customer/dashboard">Not now</Link>
      </p>
    </Panel>
  );
}

function TypeForm(): ReactNode {
  const [type, setType] = useState<"virtual" | "physical">("virtual");
  const ask = useAction(calls.cards.begin);
  return (
    <div className="stack">
      <Choices legend="Which card would you like?" choices={types} value={type} onChange={setType} />
      {ask.error !== undefined && <Notice tone="danger">{errorText(ask.error)}</Notice>}
      <div>
        <Button
          loading={ask.isPending}
          onClick={() => void ask.run({ body: { card_type: type } }).catch(() => undefined)}
        >
          Continue
        </Button>
      </div>
    </div>
  );
}

function DeliveryForm({
  type,
  address,
  region,
}: {
  type: "virtual" | "physical";
  address: string | null;
  region: string | null;
}): ReactNode {
  const [isOther, setOther] = useState(false);
  const isPhysical = type === "physical";
  const form = useCallForm(calls.cards.finish, {
    initial: { delivery_address: address ?? "", delivery_state: region ?? "" },
    rules: isPhysical ? { delivery_address: "required|min:5|max:200", delivery_state: "required|max:40" } : {},
    toBody: (values) => (isPhysical ? values : {}),
  });
  if (isOther) return <TypeForm />;
  return (
    <Form form={form}>
      <p>
        {sentence(type)} card. <LinkButton onClick={() => setOther(true)}>Choose the other</LinkButton>
      </p>
      {isPhysical && (
        <FieldRow>
          <TextAreaField name="delivery_address" label="Where should it go?" rows={2} />
          <SelectField
            name="delivery_state"
            label="State"
            choices={states.map(({ name }) => ({ value: name, label: name }))}
          />
        </FieldRow>
      )}
      <SubmitButton>Ask for the card</SubmitButton>
    </Form>
  );
}
