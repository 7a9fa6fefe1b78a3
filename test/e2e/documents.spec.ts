import { type Browser, expect } from "@playwright/test";
import { ask, loginOf, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

/** A colleague adds a paper to somebody's documents (nobody accepts their own), so that the journey decides nothing that other journeys need. */
async function addPaper(browser: Browser, title: string): Promise<void> {
  const page = await signedIn(browser, loginOf("super_admin"));
  const { items } = await ask<{ items: { id: string }[] }>(page, "/admin/personal/users/status/approved?limit=1");
  const status = await page.evaluate(
    async ({ id, name }) => {
      const data = new FormData();
      data.set("title", name);
      data.set("document", new Blob(["name,amount\nRent,1"], { type: "text/csv" }), "paper.csv");
      return (await fetch(`/api/admin/personal/users/${id}/documents/custom`, { method: "POST", body: data })).status;
    },
    { id: items[0]?.id ?? "", name: title },
  );
  expect(status).toBe(200);
  await page.context().close();
}

test("A document processor works through documents by keyboard: open, turn the pages, accept, invalidate with a reason, next", async ({
  browser,
}) => {
  const page = await signedIn(browser, loginOf("super_operations"));
  for (const title of ["Second paper", "First paper"]) await addPaper(browser, title);
  await page.goto("/admin/doc-processor?f.status=received");
  await expect(page.locator("tbody tr a").first()).toBeVisible();
  const count = async (): Promise<number> =>
    (await ask<{ total_count: number }>(page, "/admin/personal/documents/new?limit=1")).total_count;
  const before = await count();
  await page.keyboard.press("j");
  await expect(page.locator("tbody tr").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/documents\//);
  const question = page.getByRole("dialog").filter({ visible: true });
  const steps = page.getByRole("navigation", { name: "Records of the list" });
  await expect(steps).toContainText("1 of");
  await expect(page.getByRole("heading", { level: 1, name: /^First paper/ })).toBeVisible();

  const first = page.url();
  await page.keyboard.press("a");
  await expect(question).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(question).toHaveCount(0);
  await expect(page).not.toHaveURL(first);
  await expect(page.getByRole("heading", { level: 1, name: /^Second paper/ })).toBeVisible();
  expect(await count()).toBe(before - 1);

  const second = page.url();
  await page.keyboard.press("x");
  await expect(question.getByLabel("What is wrong with it")).toBeFocused();
  await page.keyboard.type("It cannot");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Please send a sharper picture.");
  await page.keyboard.press("Tab");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(page).not.toHaveURL(second);
  expect(await count()).toBe(before - 2);
  // The address changes a moment before the document does: the letter is for the one that is seen.
  await expect(page.getByRole("heading", { level: 1, name: /^Second paper/ })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: / of / })).toBeVisible();
  await expect(steps).toContainText("3 of");
  await page.keyboard.press("p");
  await expect(page).toHaveURL(second);
  await expect(page.getByText("It cannot be read. Please send a sharper picture.")).toBeVisible();
  await page.context().close();
});

test("An acceptance is taken back right away, and the document waits again", async ({ browser }) => {
  const page = await signedIn(browser, loginOf("super_operations"));
  await addPaper(browser, "Fourth paper");
  const { items } = await ask<{ items: { id: string; title: string }[] }>(
    page,
    "/admin/personal/documents/new?limit=1",
  );
  expect(items[0]?.title).toBe("Fourth paper");
  await page.goto(`/admin/documents/${items[0]?.id ?? ""}`);
  const viewer = page.getByRole("region", { name: "Fourth paper" });
  await expect(viewer.getByText("Received", { exact: true })).toBeVisible();
  await page.keyboard.press("a");
  const question = page.getByRole("dialog").filter({ visible: true });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Accept" }).click();
  await expect(viewer.getByText("Confirmed", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Taken back.")).toBeVisible();
  await expect(viewer.getByText("Received", { exact: true })).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Accept" })).toBeVisible();
  await page.context().close();
});

test("A PDF is paged, enlarged and turned by keyboard in its place, and its words can be marked", async ({
  browser,
}) => {
  const page = await signedIn(browser, loginOf("risk"));
  const { items } = await ask<{ items: { id: string; page_count: number | null }[] }>(
    page,
    `/admin/personal/documents/all?limit=100&filter=${encodeURIComponent(JSON.stringify({ type: ["bank_statement"] }))}`,
  );
  const statement = items.find(({ page_count }) => (page_count ?? 0) > 1);
  await page.goto(`/admin/documents/${statement?.id ?? ""}`);
  const shown = page.locator("canvas[role=img]");
  const size = async (): Promise<{ width: number; height: number }> =>
    (await shown.boundingBox()) ?? { width: 0, height: 0 };
  await expect.poll(async () => (await size()).height, { message: "painted" }).toBeGreaterThan(400);
  const { width, height } = await size();
  expect(height, "upright").toBeGreaterThan(width);
  // The words lie over the picture of the page: marked, they are the page's text, and they stand where they are seen.
  const marked = (): Promise<string> =>
    page.evaluate(() => {
      const words = document.querySelector("canvas[role=img]")?.nextElementSibling;
      if (words) getSelection()?.selectAllChildren(words);
      return getSelection()?.toString() ?? "";
    });
  await expect.poll(async () => (await marked()).length, { message: "words of the page" }).toBeGreaterThan(200);
  const word = page.locator("canvas[role=img] + div span").filter({ hasText: /\w{4}/ }).first();
  const box = await word.boundingBox();
  expect(box?.width, "as wide as what is painted").toBeGreaterThan(10);
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await page.keyboard.press("PageDown");
  await expect(page.getByRole("status").getByText(`Page 2 of ${statement?.page_count}`)).toBeVisible();
  await page.keyboard.press("]");
  await expect.poll(async () => (await size()).width > (await size()).height, { message: "on its side" }).toBe(true);
  await page.keyboard.press("+");
  await expect.poll(async () => (await size()).width, { message: "half as large again" }).toBeGreaterThan(width * 1.4);
  await expect(page.getByRole("img", { name: /, page 2$/ })).toBeVisible();
  await page.context().close();
});
