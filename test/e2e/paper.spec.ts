/** A chart on paper, and the price of a loan in sight while it is chosen on a phone. */
import { expect } from "@playwright/test";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { loginOf, phone, signedIn } from "./support/screens.ts";
import { test } from "./support/world.ts";

test("a chart that was drawn for a wide window is whole on paper, with its table and nothing of the shell", async ({
  browser,
}) => {
  const page = await signedIn(browser, loginOf("admin"));
  await page.goto("/admin/repayments/statistics");
  const chart = page.getByRole("slider", { name: /^Due and paid by month/ });
  await expect(chart.locator("svg text").first()).toBeVisible();
  const months = await chart
    .locator("svg text")
    .filter({ hasText: /^[A-Z][a-z]{2} \d\d$/ })
    .allTextContents();
  expect(months.length).toBeGreaterThan(3);
  const document = await getDocument({ data: new Uint8Array(await page.pdf({ format: "A4" })) }).promise;
  const words: { text: string; right: number; width: number }[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const sheet = await document.getPage(number);
    const [, , width = 0] = sheet.view;
    for (const item of (await sheet.getTextContent()).items)
      if ("str" in item) words.push({ text: item.str, right: Number(item.transform[4]) + item.width, width });
  }
  const all = words.map(({ text }) => text).join(" ");
  for (const month of months) {
    const found = words.filter(({ text }) => text.trim() === month);
    // Once below its column, once in the table.
    expect(found.length, `${month}`).toBe(2);
    expect(found.filter(({ right, width }) => right > width)).toEqual([]);
  }
  expect(all).toContain("Not yet due");
  expect(all).not.toMatch(/Skip to the content|Search or go to/);
  await page.context().close();
});

test("the price stays in sight at the foot of a phone while the amount is chosen, and follows it", async ({
  browser,
}) => {
  const page = await signedIn(browser, loginOf("customer"), phone, { hasTouch: true, isMobile: true });
  await page.goto("/customer/credit-application");
  const price = page.locator("p[aria-hidden=true]").filter({ hasText: /₦[\d,.]+ × \d+/ });
  await expect(price).toBeVisible();
  const amount = page.getByRole("textbox", { name: "Amount" });
  const main = page.getByRole("main");
  for (const where of ["top", "end"] as const) {
    if (where === "end") await main.evaluate((part) => part.scrollTo(0, part.scrollHeight));
    const box = await price.boundingBox();
    const bar = await page.getByRole("navigation").last().boundingBox();
    expect(box, where).not.toBeNull();
    expect(box!.y + box!.height, where).toBeLessThanOrEqual(Math.max(bar?.y ?? 0, 0) || phone.height);
    expect(box!.y, where).toBeGreaterThan(phone.height / 2);
  }
  // What asks for the loan is not below it.
  const ask = page.getByRole("button", { name: /^Ask for|^Apply|^Request/ }).last();
  await ask.scrollIntoViewIfNeeded();
  const [button, bar] = [await ask.boundingBox(), await price.boundingBox()];
  expect(button!.y + button!.height).toBeLessThanOrEqual(bar!.y);
  const before = await price.innerText();
  await amount.fill("60000");
  await amount.blur();
  await expect.poll(() => price.innerText()).not.toBe(before);
  await page.context().close();
});
