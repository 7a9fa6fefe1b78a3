import { day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { FoundField } from "../../../shared/form/found-field.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { ItemDialog } from "./item-dialog.tsx";
import type { Item } from "./words.ts";

/** Assigns an unidentified receipt to a person, whose debts it pays and whose credit the rest is, or to the wallet of a company. */
export function ClaimDialog({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.reconciliation.claim, {
    initial: { user_id: "", note: "" },
    params: { id: item.id },
    rules: { user_id: "required", note: "required|min:3|max:500" },
    isGuarded: false,
    toBody: ({ user_id, note }) => ({
      note,
      ...(user_id.startsWith(COMPANY) ? { company_id: user_id.slice(COMPANY.length) } : { user_id }),
    }),
    onDone: () => (toast("A second person has to agree."), onClose()),
  });
  return (
    <ItemDialog
      item={item}
      title="Whose money is it?"
      form={form}
      submit="Ask a second person"
      onClose={onClose}
      facts={[
        { label: "Amount", value: naira(item.actual_kobo ?? item.expected_kobo ?? 0), figure: true },
        { label: "Received on", value: day(item.business_date) },
        { label: "What is known", value: item.reason },
        item.statement && { label: "The bank says", value: item.statement.narration },
      ]}
    >
      <FoundField
        name="user_id"
        label="Person or company"
        hint="Name, phone or e-mail; or the company’s name"
        least={2}
        useFound={usePeople}
        none="No match."
      />
      <TextAreaField name="note" label="How you know" />
      <Notice tone="info">
        A second person decides. It then pays the person’s loan as of the day on which it came, without penalty or
        interest for the days on which we held it, and the rest is held as customer credit; a company’s is in its
        wallet.
      </Notice>
    </ItemDialog>
  );
}

/** Companies and people are chosen in one field: an id of a company begins with this. */
const COMPANY = "company:";

/** Looks for people by name, phone or e-mail, and for companies by name. */
function usePeople(text: string) {
  const { data, isFetching } = useCall(
    calls.search.search,
    { query: { q: text } },
    { enabled: text !== "", keep: true },
  );
  const of = (wanted: string) => data?.groups.find(({ noun }) => noun === wanted)?.items ?? [];
  const companies = of("Companies").map((company) => ({
    ...company,
    id: `${COMPANY}${company.id}`,
    detail: "Company",
  }));
  return { items: [...of("People"), ...companies], isFetching };
}
