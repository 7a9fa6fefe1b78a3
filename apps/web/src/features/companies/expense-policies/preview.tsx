import type { Tone } from "@manilla/contract/badges";
import { type RuleEffect, effectWords, spendingRoles } from "@manilla/contract/companies/policy-rules";
import { count, counted, day, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { Figures, PlainTable } from "../../../shared/figures/figures.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { wholeFailure } from "../../../shared/form/whole-failure.ts";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import type { Rule } from "./rule-words.ts";

type Found = Answer<typeof calls.expensePolicies.preview>;
const TONES: Readonly<Record<RuleEffect, Tone>> = { warn: "info", ask: "warning", refuse: "danger" };

/** What the rules, as they are typed now, would have said of what was spent. @param roles to which the policy is attached; everybody where it is attached to none */
export function Preview({ rules, roles }: { rules: readonly Rule[]; roles: readonly string[] }): ReactNode {
  const [found, setFound] = useState<Found>();
  const [failure, setFailure] = useState<string>();
  const { run, isPending } = useAction(calls.expensePolicies.preview);
  const look = async (): Promise<void> => {
    setFailure(undefined);
    try {
      const chosen = spendingRoles.filter((role) => roles.length === 0 || roles.includes(role));
      setFound(await run({ body: { rules: [...rules], roles: chosen } }));
    } catch (error) {
      setFailure(wholeFailure(error, "Rule"));
    }
  };
  return (
    <Panel
      title="On the last 90 days"
      actions={
        <Button variant="default" size="sm" onClick={() => void look()} loading={isPending}>
          Try these rules
        </Button>
      }
    >
      {failure && <Notice tone="danger">{failure}</Notice>}
      {!found && !failure && <p className="muted">See what the rules would have said before they hold.</p>}
      {found && <Outcome found={found} />}
    </Panel>
  );
}

function Outcome({ found }: { found: Found }): ReactNode {
  const { by_effect, by_rule, examples, looked_at, amount_kobo, from_on, until_on } = found;
  return (
    <div className="stack-12">
      <p role="status">
        {counted(looked_at, "expense")} of {naira(amount_kobo)} from {day(from_on)} to {day(until_on)}.
      </p>
      <Figures
        items={by_effect.map(({ effect, expenses, amount_kobo: sum }) => ({
          label: effectWords[effect],
          value: count(expenses),
          note: naira(sum),
        }))}
      />
      <PlainTable
        caption="By rule"
        rows={by_rule}
        keyOf={({ name }) => name}
        columns={[
          { key: "name", header: "Rule", card: "title", canWrap: true },
          {
            key: "_effect",
            header: "Effect",
            render: ({ effect }) => <ToneBadge tone={TONES[effect]}>{effectWords[effect]}</ToneBadge>,
          },
          { key: "expenses", header: "Expenses", align: "right" },
          { key: "amount_kobo", header: "Amount" },
        ]}
      />
      {examples.length > 0 && (
        <PlainTable
          caption="The largest of them"
          rows={examples}
          keyOf={({ id }) => id}
          columns={[
            { key: "person", header: "Who", card: "title", canWrap: true },
            { key: "merchant", header: "Where", canWrap: true },
            { key: "spent_on", header: "Day", render: ({ spent_on }) => day(spent_on) },
            { key: "amount_kobo", header: "Amount" },
            { key: "_said", header: "What is said", canWrap: true, render: ({ said }) => said.join("; ") },
          ]}
        />
      )}
    </div>
  );
}
