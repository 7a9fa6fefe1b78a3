import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import { useCall } from "../api/use-call.ts";
import { FoundField } from "../form/found-field.tsx";
import { useSession } from "../session/session.ts";

function useBeneficiaries(text: string) {
  const { user } = useSession();
  const { data, isFetching } = useCall(
    calls.beneficiaries.listAll,
    {
      params: { id: user.company_id ?? "" },
      query: { page: 1, limit: 10, search: text, filter: JSON.stringify({ status: ["active"] }) },
    },
    { enabled: text !== "", keep: true },
  );
  const items = (data?.items ?? []).map(({ id, name, bank_name, account_no }) => ({
    id,
    label: name,
    detail: `${bank_name} ${account_no}`,
  }));
  return { items, isFetching };
}

/** A beneficiary of the company who may be paid, found by typing. */
export const BeneficiaryField = (): ReactNode => (
  <FoundField
    name="beneficiary_id"
    label="Beneficiary"
    hint="Name, or the last four digits of the account"
    least={2}
    useFound={useBeneficiaries}
    none="No beneficiary found who may be paid."
  />
);
