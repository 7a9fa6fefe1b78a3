import { naira, sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { LimitDialog } from "../../../shared/people/limit-dialog.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { Toned } from "../../../shared/people/toned.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Empty, Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { orDash, type Person } from "./parts.tsx";

type Limits = Answer<typeof calls.limits.ofPerson>;
type Request = Limits["requests"][number];
type Plan = Answer<typeof calls.profiles.activePlan>;
const planNames = { tier_1: "Tier 1", tier_2: "Tier 2", tier_3: "Tier 3" } as const;
const amount = (kobo: number | bigint | null, none = "–"): ReactNode => (kobo === null ? none : naira(kobo));

/** What the person may owe and what their plan allows, how both came about, and what was requested. */
export function LimitsTab({ person }: { person: Person }): ReactNode {
  const limits = useRecord(calls.limits.ofPerson, { params: { id: person.id } });
  const plan = useRecord(calls.profiles.activePlan, { params: { id: person.id } });
  const wallet = useRecord(calls.rewards.find, { params: { id: person.id } });
  return (
    <>
      <Answered of={limits} height={96}>
        {(data) => <LimitPanels person={person} data={data} />}
      </Answered>
      <Answered of={plan} height={96}>
        {(data) => <PlanPanel person={person} data={data} />}
      </Answered>
      <Answered of={wallet} height={96}>
        {({ cash_kobo, available_kobo, limits: { left_today_kobo, next } }) => (
          <Panel title="Wallets" actions={<Link to={`/admin/wallets/${person.id}`}>Open</Link>}>
            <Facts
              items={[
                { label: "Cash", value: naira(cash_kobo), figure: true },
                { label: "Rewards to redeem", value: naira(available_kobo), figure: true },
                { label: "May still leave today", value: amount(left_today_kobo, "No limit"), figure: true },
                next && { label: `For ${planNames[next.plan]}`, value: next.missing ?? "Nothing is missing" },
              ]}
            />
          </Panel>
        )}
      </Answered>
    </>
  );
}

function LimitPanels({ person, data }: { person: Person; data: Limits }): ReactNode {
  const [asked, setAsked] = useState<{ kind: "increase" | "application"; id: string; kobo?: number }>();
  const mayRaise = useMay(calls.limits.increaseLimit);
  const now = data.limit_kobo === null ? null : Number(data.limit_kobo);
  const waiting = data.requests.find((request) => request.is_waiting);
  return (
    <>
      <Panel
        title="Limit"
        actions={
          mayRaise && (
            <Button
              size="sm"
              disabled={waiting !== undefined}
              title={waiting && "A second person was asked already."}
              onClick={() => setAsked({ kind: "increase", id: person.id })}
            >
              Raise the limit
            </Button>
          )
        }
      >
        <Facts
          items={[
            { label: "May owe at most", value: amount(data.limit_kobo, "No limit was set"), figure: true },
            { label: "Owes of it", value: naira(data.used_kobo), figure: true },
            { label: "Left", value: amount(data.available_kobo), figure: true },
          ]}
        />
      </Panel>
      <Panel title="Limit requests" flush>
        {data.requests.length === 0 ? (
          <Empty title="No limit requests">
            The person asks for a first limit, or for a higher one, in the application.
          </Empty>
        ) : (
          <PlainTable
            caption="Limit requests"
            rows={data.requests}
            columns={[
              { key: "requested_kobo", header: "Amount", card: "title", align: "left" },
              {
                key: "_status",
                render: (row) =>
                  row.is_waiting ? <Toned status="waiting" label="Awaiting approval" /> : <Toned status={row.status} />,
              },
              { key: "purpose", header: "What for", canWrap: true },
              { key: "created_at", header: "Requested" },
              { key: "decision_reason", header: "Answer", canWrap: true },
              {
                key: "_do",
                render: (row) => (
                  <RequestActs
                    request={row}
                    onGrant={() =>
                      setAsked({
                        kind: row.kind === "credit_application" ? "application" : "increase",
                        id: row.kind === "credit_application" ? row.id : person.id,
                        kobo: Number(row.requested_kobo),
                      })
                    }
                  />
                ),
              },
            ]}
          />
        )}
      </Panel>
      <Panel title="How the limit came about" flush>
        {
          <PlainTable
            empty="No limit was set yet"
            caption="How the limit came about"
            rows={data.history}
            columns={[
              { key: "set_at", card: "title" },
              { key: "_from", render: (row) => amount(row.before_kobo), align: "right" },
              { key: "limit_kobo", header: "To" },
              { key: "reason", header: "Because", canWrap: true },
              { key: "_by", render: (row) => row.set_by ?? "The system" },
            ]}
          />
        }
      </Panel>
      {asked && (
        <LimitDialog
          kind={asked.kind}
          id={asked.id}
          name={fullName(person)}
          now={now}
          asked={asked.kobo}
          salary={person.profile.salary_kobo === null ? null : Number(person.profile.salary_kobo)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** C048, C049, C101, C102 for one request that is open. */
function RequestActs({ request, onGrant }: { request: Request; onGrant: () => void }): ReactNode {
  const mayGrant = useMay(calls.limits.increaseLimit);
  if (request.status !== "pending" || request.is_waiting) return "";
  return (
    <span style={{ display: "inline-flex", flexWrap: "wrap", gap: 8 }}>
      {mayGrant && (
        <Button size="sm" variant="default" onClick={onGrant}>
          Grant…
        </Button>
      )}
      <Actions
        of={request}
        calls={
          request.kind === "credit_application"
            ? [calls.limits.declineApplication]
            : [calls.limits.markAsReviewed, calls.limits.reject]
        }
      />
    </span>
  );
}

function PlanPanel({ person, data }: { person: Person; data: Plan }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMay(calls.profiles.updatePlan);
  return (
    <Panel
      title={`Plan: ${planNames[data.active.plan]}`}
      actions={
        mayChange && (
          <Button size="sm" variant="default" onClick={() => setOpen(true)}>
            Change the plan
          </Button>
        )
      }
    >
      <Facts
        items={[
          { label: "One deposit at most", value: amount(data.active.single_deposit_kobo, "No limit"), figure: true },
          { label: "Out in a day at most", value: amount(data.active.daily_outflow_kobo, "No limit"), figure: true },
          { label: "Out at once at most", value: amount(data.active.single_outflow_kobo, "No limit"), figure: true },
          {
            label: "Out in a month at most",
            value: amount(data.active.monthly_outflow_kobo, "No limit"),
            figure: true,
          },
          { label: "Balance at most", value: amount(data.active.balance_kobo, "No limit"), figure: true },
          {
            label: "Since",
            value: data.set_at ? (
              <>
                <When at={data.set_at} /> by {data.set_by ?? "the system"}
              </>
            ) : (
              "The registration"
            ),
          },
          { label: "Because", value: orDash(data.reason) },
        ]}
      />
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Change the plan">
        <PlanForm person={person} data={data} onClose={() => setOpen(false)} />
      </Dialog>
    </Panel>
  );
}

function PlanForm({ person, data, onClose }: { person: Person; data: Plan; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.profiles.updatePlan, {
    initial: { user_id: person.id, plan: "" as "" | "tier_1", reason: "" },
    isGuarded: false,
    onDone: () => (toast("The plan is changed."), onClose()),
  });
  const others = data.plans.filter(({ plan }) => plan !== data.active.plan);
  return (
    <Form form={form}>
      <SelectField
        name="plan"
        label="Plan"
        choices={others
          .filter(({ why_not }) => why_not === null)
          .map(({ plan }) => ({ value: plan, label: planNames[plan] }))}
      />
      {others
        .filter(({ why_not }) => why_not !== null)
        .map(({ plan, why_not }) => (
          <p key={plan} className="small muted">
            {planNames[plan]}: {sentence(why_not ?? "")}
          </p>
        ))}
      <TextAreaField name="reason" label="Reason" />
      <SubmitButton>Change</SubmitButton>
    </Form>
  );
}
