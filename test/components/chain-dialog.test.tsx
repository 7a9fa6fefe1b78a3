import { beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import ChainDialog from "../../apps/web/src/features/companies/approval-chains/chain-dialog.tsx";
import type { Chain } from "../../apps/web/src/features/companies/approval-chains/chains-screen.tsx";
import { data, expectToLookWell, show } from "./stage.tsx";

const id = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
const chain = {
  kind: "expense_request",
  number: 3,
  steps: [
    {
      name: "Owner",
      department_ids: [id(1)],
      category_ids: [],
      requester_ids: [id(21)],
      approvers: [{ who: "role", role: "company_super_admin" }],
      need: "any",
    },
  ],
  changed_by: null,
  changed_at: null,
  older: 0,
  // The answer of the server, without what the dialog does not read.
} as unknown as Chain;
const named = {
  people: [],
  departments: [1, 2, 3].map((at) => ({ id: id(at), name: `Department ${at}` })),
  requesters: [{ id: id(21), name: "Emeka Obi" }],
};
let sent: unknown;
beforeEach(() => {
  sent = undefined;
});

it("a step is for several departments, categories and people, and what is chosen is sent", async () => {
  await show(
    <ChainDialog chain={chain} named={named} categories={[{ id: id(11), name: "Fuel" }]} onClose={() => undefined} />,
    {
      permissions: ["company:can_manage_approval_chains", "company:can_create_staff"],
      server: ({ path, body }) => {
        if (path === calls.team.choices.path)
          return data({ departments: [], people: [{ id: id(22), name: "Ngozi Eze" }] });
        sent = body;
        return data({ number: 4, approval_id: null });
      },
    },
  );
  await userEvent.click(page.getByText("Only for some requests (2 chosen)"));
  await userEvent.click(page.getByLabelText("Department 2"));
  await userEvent.click(page.getByLabelText("Fuel"));
  await userEvent.fill(page.getByLabelText("Requested by, step 1"), "ngo");
  await userEvent.click(page.getByRole("button", { name: "Add Ngozi Eze" }));
  await userEvent.click(page.getByRole("button", { name: "Take off Emeka Obi" }));
  await expectToLookWell();
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  await expect
    .poll(() => sent)
    .toMatchObject({ steps: [{ department_ids: [id(1), id(2)], category_ids: [id(11)], requester_ids: [id(22)] }] });
});
