/** What is noted of a call, and what some outcomes ask for besides. */
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ContactDialog } from "../../apps/web/src/shared/people/contact-dialog.tsx";
import { data, requests, show } from "./stage.tsx";

it("a call back wants its day, and says so before anything is sent; other outcomes leave it open", async () => {
  await show(
    <ContactDialog userId="00000000-0000-4000-8000-000000000001" name="Ngozi Eze" onClose={() => undefined} />,
    { server: () => data({ user_id: "00000000-0000-4000-8000-000000000001", status: "contacted" }) },
  );
  const day = (label: string) => page.getByLabelText(label, { exact: true });
  await expect.element(day("Call again on (optional)")).toBeVisible();
  await userEvent.selectOptions(page.getByLabelText("What came of it"), "call_back");
  await expect.element(day("Call again on")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Log the contact" }));
  await expect.element(page.getByText("this field is required").first()).toBeVisible();
  expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  await userEvent.selectOptions(page.getByLabelText("What came of it"), "promised_to_pay");
  await expect.element(day("By")).toBeVisible();
  await expect.element(day("Call again on (optional)")).toBeVisible();
});
