import { approverRoles, chainKindWords, withoutAmount } from "@manilla/contract/companies/chain-steps";
import { roleNames } from "@manilla/contract/role-names";
import "../../../shared/ui/kit-styles.ts";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { Amount } from "../../../shared/form/amount.tsx";
import { FieldRow } from "../../../shared/form/fields.tsx";
import { wholeFailure } from "../../../shared/form/whole-failure.ts";
import { stopsAtWrongText } from "../../../shared/form/wrong-text.ts";
import { colleagueAsked } from "../../../shared/decisions/colleague-asked.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import dialogStyles from "../../../shared/ui/dialogs.module.css";
import { Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { RepeatedPanels } from "../../../shared/form/repeated-panels.tsx";
import type { Chain, Chains, Step } from "./chains-screen.tsx";
import { StepConditions } from "./step-conditions.tsx";

type Approver = Step["approvers"][number];
interface Props {
  chain: Chain;
  named: Pick<Chains, "people" | "departments" | "requesters">;
  categories: readonly { id: string; name: string }[];
  onClose: () => void;
}

const blank: Step = {
  name: "",
  department_ids: [],
  category_ids: [],
  requester_ids: [],
  approvers: [{ who: "role", role: "company_super_admin" }],
  need: "any",
};

/** An approver as one value of a list of choices, and back. */
const asValue = ({ who, role, user_id }: Approver): string =>
  who === "role" ? `role:${role}` : who === "person" ? `person:${user_id}` : who;
function fromValue(value: string): Approver {
  const [who = "", id] = value.split(":");
  if (who === "role") return { who, role: id as (typeof approverRoles)[number] };
  return who === "person" ? { who, user_id: id ?? null } : { who: who as "manager" };
}

/** Another version of a chain: its steps, one under the other. */
export default function ChainDialog({ chain, named, categories, onClose }: Props): ReactNode {
  const [steps, setSteps] = useState<readonly Step[]>(chain.steps);
  const [failure, setFailure] = useState<string>();
  const { run, isPending } = useAction(calls.approvalChains.changeChain);
  const form = useRef<HTMLDivElement>(null);
  const save = async (): Promise<void> => {
    if (stopsAtWrongText(form.current)) return;
    try {
      const { approval_id } = await run({ body: { kind: chain.kind, number: chain.number, steps: [...steps] } });
      toast(approval_id ? colleagueAsked : "Saved. What is under way keeps its version.");
      onClose();
    } catch (error) {
      setFailure(wholeFailure(error, "Step"));
    }
  };
  return (
    <Dialog opened onClose={onClose} title={`Change the chain: ${chainKindWords[chain.kind]}`} size="lg">
      <div className="stack-12" ref={form}>
        {failure && <Notice tone="danger">{failure}</Notice>}
        <RepeatedPanels items={steps} name="Step" onChange={setSteps}>
          {(step, change, number) => (
            <StepFields
              step={step}
              number={number}
              named={named}
              categories={chain.kind === "expense_request" ? categories : []}
              hasAmount={!withoutAmount.includes(chain.kind)}
              onChange={change}
            />
          )}
        </RepeatedPanels>
        {steps.length < 10 && (
          <Button variant="default" onClick={() => setSteps([...steps, blank])}>
            Add a step
          </Button>
        )}
      </div>
      <div className={dialogStyles.buttons}>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button onClick={() => void save()} loading={isPending}>
          Save
        </Button>
      </div>
    </Dialog>
  );
}

interface StepProps {
  step: Step;
  number: number;
  named: Props["named"];
  categories: Props["categories"];
  hasAmount: boolean;
  onChange: (values: Partial<Step>) => void;
}

function StepFields({ step, number, named, categories, hasAmount, onChange }: StepProps): ReactNode {
  const people = [
    { value: "manager", label: "The requester’s manager" },
    { value: "department_head", label: "The head of the department" },
    ...approverRoles.map((role) => ({ value: `role:${role}`, label: `Anybody: ${roleNames[role]}` })),
    ...named.people.map(({ id, name }) => ({ value: `person:${id}`, label: name })),
  ];
  const { approvers } = step;
  const put = (at: number, value: string): void =>
    onChange({
      approvers:
        value === ""
          ? approvers.filter((_, index) => index !== at)
          : approvers.map((one, index) => (index === at ? fromValue(value) : one)),
    });
  return (
    <div className="stack-12">
      <TextInput
        label="Name"
        value={step.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        maxLength={60}
      />
      {hasAmount && (
        <FieldRow>
          <Amount label="From" kobo={step.from_kobo} onChange={(from_kobo) => onChange({ from_kobo })} />
          <Amount label="Below" kobo={step.below_kobo} onChange={(below_kobo) => onChange({ below_kobo })} />
        </FieldRow>
      )}
      <StepConditions
        step={step}
        number={number}
        departments={named.departments}
        categories={categories}
        requesters={named.requesters}
        onChange={onChange}
      />
      {approvers.map((approver, at) => (
        // Approvers have no id before they are chosen: their place is theirs.
        <NativeSelect
          key={at}
          label={at === 0 ? "Asked" : step.need === "all" ? "and" : "or"}
          aria-label={`Asked in step ${number}, ${at + 1}`}
          value={asValue(approver)}
          data={[...(approvers.length > 1 ? [{ value: "", label: "Nobody (remove)" }] : []), ...people]}
          onChange={(event) => put(at, event.currentTarget.value)}
        />
      ))}
      <FieldRow>
        <NativeSelect
          label="How many agree"
          value={step.need}
          data={[
            { value: "any", label: "One of them" },
            { value: "all", label: "All of them" },
          ]}
          onChange={(event) => onChange({ need: event.currentTarget.value as Step["need"] })}
        />
        <NativeSelect
          label="When nobody decides"
          value={String(step.escalate_after_days ?? "")}
          data={[
            { value: "", label: "It stays with them" },
            ...[1, 2, 3, 5, 10].map((days) => ({
              value: String(days),
              label: `After ${days} working ${days === 1 ? "day" : "days"} also ask`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              value === ""
                ? { escalate_after_days: null, escalate_to: null }
                : {
                    escalate_after_days: Number(value),
                    escalate_to: step.escalate_to ?? { who: "role", role: "company_super_admin" },
                  },
            )
          }
        />
      </FieldRow>
      {step.escalate_to && (
        <NativeSelect
          label="Then also ask"
          value={asValue(step.escalate_to)}
          data={people}
          onChange={(event) => onChange({ escalate_to: fromValue(event.currentTarget.value) })}
        />
      )}
      {approvers.length < 10 && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange({ approvers: [...approvers, { who: "manager" }] })}
        >
          Ask somebody else too
        </Button>
      )}
    </div>
  );
}
