import { count, counted } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import type { Answer } from "../api/call.ts";
import { useCall } from "../api/use-call.ts";
import { type Choice, SearchableField } from "../form/more-fields.tsx";
import { SubmitButton } from "../form/submit-button.tsx";
import { Form, useCallForm } from "../form/use-call-form.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { fullName } from "./names.ts";

type Results = Answer<typeof calls.assignments.assign>["results"];
interface Props {
  userIds: readonly string[];
  /** Whose case it is, when it is one. */
  name?: string | undefined;
  opened: boolean;
  onClose: () => void;
  onDone: (results: Results) => void;
}

/** Everybody who can be given a case: the pool with what each has open, then the others. */
export function useColleagues(isWanted: boolean): readonly Choice[] {
  const { data } = useCall(calls.assignments.pool, {}, { enabled: isWanted });
  return [
    ...(data?.members ?? []).map(({ admin, open, capacity }) => ({
      value: admin.id,
      label: `${fullName(admin)} (${count(open)} of ${count(capacity)})`,
    })),
    ...(data?.candidates ?? []).map((admin) => ({ value: admin.id, label: `${fullName(admin)} (not in the pool)` })),
  ];
}

/** C056: gives one case or several to a colleague, or to the pool in turn. */
export function AssignDialog({ opened, onClose, ...rest }: Props): ReactNode {
  const whom = rest.name ?? `${counted(rest.userIds.length, "person", "people")}`;
  return (
    <Dialog opened={opened} onClose={onClose} title={`Assign ${whom}`}>
      <AssignForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function AssignForm({ userIds, onDone, onClose }: Omit<Props, "opened">): ReactNode {
  const colleagues = useColleagues(true);
  const form = useCallForm(calls.assignments.assign, {
    initial: { admin_id: "" },
    rules: { admin_id: "nullable" },
    isGuarded: false,
    toBody: ({ admin_id }) => ({ user_ids: [...userIds], ...(admin_id !== "" && { admin_id: String(admin_id) }) }),
    onDone: ({ results }) => {
      onClose();
      onDone(results);
    },
  });
  return (
    <Form form={form}>
      <SearchableField
        name="admin_id"
        label="Colleague"
        hint="Leave it empty to give each case to the pool member with the fewest open cases."
        choices={colleagues}
      />
      <SubmitButton>{form.values.admin_id ? "Assign" : "Assign in turn"}</SubmitButton>
    </Form>
  );
}
