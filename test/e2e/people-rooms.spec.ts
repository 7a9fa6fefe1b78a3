import { expect } from "@playwright/test";
import { violationsOf } from "./support/axe.ts";
import { ask, loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

test("A colleague is named in a comment by keyboard, hears of it at once, and the notification leads to the case", async ({
  browser,
}) => {
  const [writer, reader] = [
    await signedIn(browser, loginOf("risk")),
    await signedIn(browser, loginOf("super_operations"), phone),
  ];
  const { user } = await ask<{ user: { name: string; last_name: string } }>(reader, "/session");
  const { items } = await ask<{ items: { id: string }[] }>(writer, "/admin/personal/users/status/approved?limit=1");
  const address = `/admin/users/${items[0]?.id ?? ""}`;
  const bell = reader.getByRole("link", { name: /^Notifications/ });
  // What the server says, not what the bell says before it has asked.
  const { unread_count: before } = await ask<{ unread_count: number }>(reader, "/notification/unread?limit=1");

  await writer.goto(`${address}?tab=comments`);
  const field = writer.getByRole("textbox", { name: "New comment" });
  await field.focus();
  await writer.keyboard.type(`Please compare the payslip, @${user.name.slice(0, 3).toLowerCase()}`);
  const choices = writer.getByRole("listbox", { name: "Colleagues" });
  await expect(choices.getByRole("option", { name: `${user.name} ${user.last_name}` })).toBeVisible();
  for (let press = 0; press < 8; press += 1) {
    if ((await choices.getByRole("option", { selected: true }).textContent()) === `${user.name} ${user.last_name}`)
      break;
    await writer.keyboard.press("ArrowDown");
  }
  await writer.keyboard.press("Enter");
  await expect(choices).toHaveCount(0);
  await expect(field).toHaveValue(`Please compare the payslip, @${user.name} ${user.last_name} `);
  await writer.keyboard.type("today.");
  await writer.keyboard.press("Tab");
  await expect(writer.getByRole("button", { name: "Post comment" })).toBeFocused();
  await writer.keyboard.press("Enter");
  await expect(
    writer
      .getByRole("paragraph")
      .filter({ hasText: `Please compare the payslip, @${user.name} ${user.last_name} today.` })
      .first(),
  ).toBeVisible();

  // Nobody has loaded the reader's page again.
  await expect(bell).toHaveAccessibleName(`Notifications, ${before + 1} unread`);
  await bell.click();
  await reader
    .getByRole("link", { name: /mentioned you$/ })
    .first()
    .click();
  await expect(reader).toHaveURL(new RegExp(`${address}\\?tab=comments`));
  await expect(reader.getByText(`@${user.name} ${user.last_name}`).first()).toBeVisible();
  await Promise.all([writer.context().close(), reader.context().close()]);
});

test("Money of several people is stopped at once, and its release requested, after a look at what it comes to", async ({
  browser,
}) => {
  const page = await signedIn(browser, loginOf("super_admin"));
  const { total_count: before } = await ask<{ total_count: number }>(
    page,
    "/admin/personal/users/status/post-no-debit?limit=1",
  );
  await page.goto("/admin/users/approved");
  const boxes = page.locator("tbody input[type=checkbox]");
  await expect(boxes.first()).toBeVisible();
  const chosen = Math.min(2, await boxes.count());
  for (let row = 0; row < chosen; row += 1) await boxes.nth(row).check();
  const dialog = page.getByRole("dialog").filter({ visible: true });
  await page.getByRole("button", { name: "Post no debit…" }).click();
  await expect(dialog.getByText("Will be stopped").first()).toBeVisible();
  await dialog.getByLabel("Reason").fill("Court order 44/2026");
  await dialog.getByRole("button", { name: `Stop ${chosen}` }).click();
  await expect(dialog.getByText(`${chosen} of ${chosen} done.`)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await page.goto("/admin/users/post-no-debit");
  await expect(page.getByText("Court order 44/2026").first()).toBeVisible();
  const stopped = page.locator("tbody tr").filter({ hasText: "Court order 44/2026" });
  expect(await stopped.count()).toBe(chosen);
  for (let row = 0; row < chosen; row += 1) await stopped.nth(row).locator("input[type=checkbox]").check();
  await page.getByRole("button", { name: "Let money leave…" }).click();
  await expect(dialog.getByText("Stopped because: Court order 44/2026").first()).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel("Reason").fill("Order lifted");
  await dialog.getByRole("button", { name: `Ask for ${chosen}` }).click();
  await expect(dialog.getByText(`${chosen} of ${chosen} done.`)).toBeVisible();
  await expect(dialog.getByText("Requested").first()).toBeVisible();
  const { total_count: after } = await ask<{ total_count: number }>(
    page,
    "/admin/personal/users/status/post-no-debit?limit=1",
  );
  // A second person decides; until then it stays as it is.
  expect(after).toBe(before + chosen);
  await page.context().close();
});

test("A dialog in which something was typed asks before it closes; a filter calls a state as the list does", async ({
  browser,
}) => {
  const page = await signedIn(browser, loginOf("admin"));
  await page.goto("/admin/communication-templates");
  const opener = page.getByRole("button", { name: "New template" }).first();
  await opener.click();
  const name = page.getByRole("dialog", { name: "New template" }).getByLabel("Name", { exact: true });
  await name.fill("Salary day");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Go on" }).click();
  await expect(name).toHaveValue("Salary day");
  await page.keyboard.press("Escape");
  await page
    .getByRole("alertdialog", { name: "Close without sending?" })
    .getByRole("button", { name: "Close", exact: true })
    .click();
  await expect(page.getByRole("dialog").filter({ visible: true })).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.goto("/admin/loans");
  await page.getByRole("button", { name: "Status", exact: true }).click();
  // Not `check`: the tick follows the address, a moment later.
  await page.getByRole("checkbox", { name: "Past due" }).click();
  await expect(page).toHaveURL(/past_due/);
  await page.context().close();
});
