/** A company complains by telephone: who calls is found and named. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import RecordComplaintScreen from "../../apps/web/src/features/people/complaints/record-screen.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { data, expectToLookWell, pageOf, requests, show } from "./stage.tsx";

const id = "0192f1c2-0000-7000-8000-000000000001";

it("is recorded for who calls, whose company is beside their name, and opens", async () => {
  const { callers, recordOfCompany } = calls.complaints;
  const { router } = await show(<RecordComplaintScreen />, {
    permissions: recordOfCompany.can,
    route: { path: "/admin/complaints/:id", address: "/admin/complaints/new" },
    server: ({ path, method }) =>
      method === "POST"
        ? data({ complaint_id: id, reference: "CP261122ABC", due_on: "2026-12-06" })
        : path === callers.path
          ? pageOf([
              {
                id,
                name: "Yetunde",
                last_name: "Coker",
                company: { id, name: "Lagoon Foods" },
                created_at: "2026-11-20",
              },
            ])
          : "silence",
  });
  await page.getByLabelText("Who calls").fill("Yetunde");
  await page.getByRole("radio", { name: /Yetunde Coker.*Lagoon Foods/ }).click();
  await page.getByLabelText("About").selectOptions("wrong_charge");
  await page.getByLabelText("What happened").fill("The fee of our transfer was taken twice on Monday.");
  await expectToLookWell();
  await page.getByRole("button", { name: "Record the complaint" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/admin/complaints/${id}`);
  expect(requests.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { user_id: id, category: "wrong_charge", text: "The fee of our transfer was taken twice on Monday." },
  ]);
});
