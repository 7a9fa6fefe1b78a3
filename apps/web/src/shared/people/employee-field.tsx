import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import { useCall } from "../api/use-call.ts";
import { FoundField } from "../form/found-field.tsx";
import { fullName } from "./names.ts";
import { useSession } from "../session/session.ts";

/** Looks for employees of one's own company by name, phone or e-mail. */
function useEmployees(text: string) {
  const { user } = useSession();
  const { data, isFetching } = useCall(
    calls.team.staff,
    { params: { companyId: user.company_id ?? "" }, query: { page: 1, limit: 10, search: text } },
    { enabled: text !== "", keep: true },
  );
  const items = (data?.items ?? [])
    .filter(({ id }) => id !== user.id)
    .map((each) => ({ id: each.id, label: fullName(each), detail: each.department ?? each.position ?? undefined }));
  return { items, isFetching };
}

/** An employee of one's own company, other than oneself. */
export const EmployeeField = ({ name }: { name: string }): ReactNode => (
  <FoundField
    name={name}
    label="Employee"
    hint="Name, phone or e-mail"
    least={2}
    useFound={useEmployees}
    none="No employee found."
  />
);
