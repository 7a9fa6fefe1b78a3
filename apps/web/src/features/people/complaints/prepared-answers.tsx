import { fullName } from "@manilla/contract/formats";
import { variablesOf } from "@manilla/contract/people/message-variables";
import { NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { useMay } from "../../../shared/session/session.ts";

interface Customer {
  name: string;
  last_name: string;
}
/** What a complaint knows of its customer: a template that speaks of their money is for messages to many. */
const valuesOf = (customer: Customer): Readonly<Record<string, string>> => ({
  name: customer.name,
  last_name: customer.last_name,
  full_name: fullName(customer),
});

const OFFERED = 50;

/** Service templates as the customer will read them; the chosen one is the beginning of an answer, which is still written. */
export function PreparedAnswers({
  customer,
  onChoose,
}: {
  customer: Customer;
  onChoose: (text: string) => void;
}): ReactNode {
  const { listTemplates } = calls.communications;
  const isAllowed = useMay(listTemplates);
  const { data } = useRecord(
    listTemplates,
    { query: { limit: OFFERED, filter: JSON.stringify({ category: ["service"] }) } },
    { enabled: isAllowed },
  );
  const values = valuesOf(customer);
  const fitting = (data?.items ?? []).filter(({ body }) => variablesOf(body).every((name) => name in values));
  if (fitting.length === 0) return null;
  const choose = (id: string): void => {
    const body = fitting.find((template) => template.id === id)?.body;
    if (body) onChoose(body.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: string) => values[name] ?? ""));
  };
  return (
    <NativeSelect
      label="Begin with a template"
      value=""
      data={[{ value: "", label: "Choose…" }, ...fitting.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
