import { day } from "@manilla/contract/formats";
import type { ComplaintCategory } from "@manilla/contract/people/complaint-categories";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { FoundField } from "../../../shared/form/found-field.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { ComplaintFields, TAKEN_DOWN } from "../../../shared/people/complaint-fields.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

/** Looks for people of companies by name, phone, e-mail or company. */
function useCallers(text: string) {
  const query = { page: 1, limit: 10, search: text };
  const { data, isFetching } = useCall(calls.complaints.callers, { query }, { enabled: text !== "", keep: true });
  const items = (data?.items ?? []).map((each) => ({ id: each.id, label: fullName(each), detail: each.company.name }));
  return { items, isFetching };
}

/** N01: a company that complains by telephone, with the clock of those that are written. */
export default function RecordComplaintScreen(): ReactNode {
  const navigate = useNavigate();
  const form = useCallForm(calls.complaints.recordOfCompany, {
    initial: { user_id: "", category: "", text: "" },
    isGuarded: "draft",
    toBody: ({ category, ...said }) => ({ ...said, category: category as ComplaintCategory }),
    onDone: ({ complaint_id, reference, due_on }) => {
      form.discardDraft();
      toast(`${reference} is recorded. It is to be resolved by ${day(due_on)}.`);
      void navigate(`/admin/complaints/${complaint_id}`);
    },
  });
  return (
    <Page width="form" lead="Who calls for the company gets the reference and the day by text message and mail.">
      <Panel>
        <Form form={form}>
          <FoundField
            name="user_id"
            label="Who calls"
            hint="Name, phone, e-mail or company"
            least={3}
            useFound={useCallers}
            none="Nobody of a company found."
          />
          <ComplaintFields hint={TAKEN_DOWN} />
          <SubmitButton>Record the complaint</SubmitButton>
        </Form>
      </Panel>
    </Page>
  );
}
