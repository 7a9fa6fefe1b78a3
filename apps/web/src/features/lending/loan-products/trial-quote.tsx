import { type ReactNode, useEffect, useState } from "react";
import { koboOf, plainMoney } from "@manilla/contract/formats";
import { TextInput } from "@mantine/core";
import { calls } from "../../../shared/api/calls.gen.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import type { Values } from "../../../shared/form/use-call-form.tsx";
import { QuoteCost, QuoteSchedule } from "../../../shared/quote/quote-cost.tsx";
import { Notice, Panel, Skeleton } from "../../../shared/ui/kit.tsx";
import { termsOf, trialOf } from "./terms-form.ts";

const PAUSE_MS = 400;

/** A loan as a customer would get it under the terms being written; asked of the same calculator that makes the real ones. */
export function TrialQuote({ values }: { values: Values }): ReactNode {
  const terms = termsOf(values);
  const [amount, setAmount] = useState<string>();
  const [term, setTerm] = useState<string>();
  const typed = amount === undefined ? undefined : koboOf(amount);
  const principal = typed === undefined ? terms.maximum_principal_kobo : Number(typed);
  const instalments = Number(term ?? terms.maximum_instalments);
  const print = JSON.stringify(trialOf(terms, principal, instalments) ?? null);
  const [settled, setSettled] = useState(print);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(print), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [print]);
  const trial = JSON.parse(settled) as ReturnType<typeof trialOf> | null;
  const { data, error, isPlaceholderData } = useCall(
    calls.loans.quote,
    { body: trial ?? ({} as never) },
    { enabled: Boolean(trial), keep: true },
  );
  return (
    <Panel title="What a customer would pay">
      <div className="stack">
        <div style={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 12 }}>
          <TextInput
            label="Try an amount"
            leftSection="₦"
            inputMode="decimal"
            value={amount ?? (terms.maximum_principal_kobo > 0 ? plainMoney(terms.maximum_principal_kobo) : "")}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
          <TextInput
            label="Instalments"
            inputMode="numeric"
            value={term ?? (Number.isFinite(terms.maximum_instalments) ? String(terms.maximum_instalments) : "")}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
        </div>
        {!trial && <p className="muted">Give a rate and the amounts; the cost appears here.</p>}
        {trial && error && <Notice tone="danger">{errorText(error)}</Notice>}
        {trial && !data && !error && <Skeleton height={240} />}
        {trial && data && !error && (
          <div
            className="stack"
            style={{ opacity: isPlaceholderData || settled !== print ? 0.55 : 1 }}
            aria-busy={isPlaceholderData}
          >
            <QuoteCost quote={data} terms={trial} />
            <details>
              <summary style={{ cursor: "pointer", color: "var(--accent)" }}>Every instalment</summary>
              <QuoteSchedule instalments={data.instalments} />
            </details>
          </div>
        )}
      </div>
    </Panel>
  );
}
