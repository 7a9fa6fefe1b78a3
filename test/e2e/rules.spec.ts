import { expect } from "@playwright/test";
import { answerDialog, loginOf, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

test("a rule change is drafted, refused where it cannot be read, tried, tested on past decisions and activated by two people", async ({
  browser,
}) => {
  const risk = await signedIn(browser, loginOf("risk"));
  await risk.goto("/admin/rule-sets");
  await risk.getByRole("button", { name: "Draft a version" }).click();
  await risk.getByRole("textbox", { name: "Name" }).fill("Ask the bureau first");
  await risk.getByRole("button", { name: "Draft from the active version" }).click();
  await expect(risk.getByRole("heading", { level: 1, name: /Ask the bureau first/ })).toBeVisible();
  await expect(risk.getByRole("button", { name: "Ask to activate" })).toHaveAttribute("aria-disabled", "true");

  // Conditions are chosen in words; what the engine cannot read is marked at its place, and what was typed stays.
  const age = risk.getByLabel("Age in years: The person is younger than 18.", { exact: true });
  await expect(age.locator("option:checked")).toHaveText("less than");
  await age.selectOption("formula");
  const formula = risk.getByLabel("Age in years, formula: The person is younger than 18.", { exact: true });
  await formula.fill("< < 21");
  await risk.getByRole("button", { name: "Save the rules" }).click();
  const wrong = risk.getByRole("alert").filter({ hasText: "1 field cannot be used" });
  await expect(wrong).toBeFocused();
  await wrong.getByRole("link", { name: "Eligibility, rule 1, Age in years" }).click();
  await expect(age).toBeFocused();
  await expect(formula).toHaveValue("< < 21");
  await expect(formula).toHaveAttribute("aria-invalid", "true");
  await formula.fill("< 18");
  await age.selectOption("under");
  await expect(
    risk.getByLabel("Age in years, compared with: The person is younger than 18.", { exact: true }),
  ).toHaveValue("18");
  await risk.getByLabel("Outcome: The credit bureau has not been asked or did not answer.").selectOption("failed");
  await risk.getByRole("button", { name: "Save the rules" }).click();
  await expect(risk.getByText("Saved. Test the rules before you activate them.")).toBeVisible();

  await risk.getByLabel("Person", { exact: true }).fill("Obi");
  await risk.getByRole("button", { name: /Obi/ }).first().click();
  await expect(risk.getByText("What was known at that moment")).toBeVisible();

  await risk.getByRole("button", { name: "Test on past decisions" }).click();
  const tested = risk.getByRole("region", { name: /^Test of/ });
  await expect(tested.getByText("Done", { exact: true })).toBeVisible({ timeout: 60_000 });
  await tested.getByRole("link").first().click();
  await expect(risk.getByRole("heading", { level: 1, name: "Changed Decisions" })).toBeVisible();
  await expect(risk.getByRole("row").nth(1)).toBeVisible();
  await risk.goBack();
  // The rules are read again, and with them whether they were tested.
  await expect(risk.getByRole("button", { name: "Ask to activate" })).not.toHaveAttribute("aria-disabled", "true");
  await risk.getByRole("button", { name: "Ask to activate" }).click();
  await answerDialog(risk, "Ask", "Losses of the last quarter came from people whom the bureau had not seen.");
  await expect(risk.getByText("Awaiting approval", { exact: true })).toBeVisible();

  const second = await signedIn(browser, loginOf("admin"));
  await second.goto("/admin/approvals");
  // By its address: rows move while it is pressed.
  const asked = second.getByRole("link", { name: /Ask the bureau first/ }).first();
  await second.goto((await asked.getAttribute("href"))!);
  // The second person reads what they agree to: the rule that is different, before and after.
  await second.getByRole("link", { name: "Open the rules" }).click();
  await expect(
    second
      .getByRole("row")
      .filter({ hasText: "The credit bureau has not been asked" })
      .filter({ hasText: "Attention" }),
  ).toContainText("Failed");
  await second.goBack();
  await second.getByRole("button", { name: "Approve" }).click();
  await answerDialog(second, "Approve");
  await expect(second.getByText("Approved", { exact: true }).first()).toBeVisible();
  await risk.reload();
  await expect(risk.getByText("Active", { exact: true })).toBeVisible();

  // What was decided before keeps its own explanation.
  await risk.goto("/admin/credit-decisions");
  await risk.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(risk.getByText(/^Rules 1,/)).toBeVisible();
  await second.context().close();
  await risk.context().close();
});
