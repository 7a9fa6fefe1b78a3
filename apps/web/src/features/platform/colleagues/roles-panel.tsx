import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { Facts, Panel, Skeleton } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { RolesField, WithheldField, permissionWords, useRoles } from "./access-fields.tsx";

type Colleague = Answer<typeof calls.colleagues.find>;

/** What the colleague may do, and the proposal of something else. */
export function RolesPanel({ colleague }: { colleague: Colleague }): ReactNode {
  const isSelf = useSession().user.id === colleague.id;
  const isAllowed = useMay(calls.colleagues.update) && !isSelf;
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title="Roles and permissions"
      actions={
        isAllowed && (
          <Button size="sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Cancel" : "Propose a change"}
          </Button>
        )
      }
    >
      <Facts
        items={[
          { label: "Roles", value: colleague.roles },
          { label: "Permissions", value: colleague.permission_count },
          { label: "Withheld", value: permissionWords(colleague.withheld) },
        ]}
      />
      {isOpen && <Proposal colleague={colleague} onDone={() => setOpen(false)} />}
    </Panel>
  );
}

function Proposal({ colleague, onDone }: { colleague: Colleague; onDone: () => void }): ReactNode {
  const roles = useRoles();
  const form = useCallForm(calls.colleagues.update, {
    params: { id: colleague.id },
    rules: { roles: "required", reason: "required|min:3|max:500" },
    initial: { roles: colleague.role_slugs, withheld: colleague.withheld, reason: "" },
    isGuarded: false,
    onDone: () => {
      toast("Proposed. A second person decides.", { tone: "success" });
      onDone();
    },
  });
  if (!roles) return <Skeleton height={160} />;
  return (
    <Form form={form}>
      <RolesField roles={roles} />
      <WithheldField roles={roles} />
      <TextAreaField name="reason" label="Reason" />
      <SubmitButton>Propose</SubmitButton>
    </Form>
  );
}
