/** A file of people whose columns are called otherwise than ours. */
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FileForm } from "../../apps/web/src/features/people/imports/file-form.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { expectToLookWell, show } from "./stage.tsx";

it("asks what the columns hold that it does not know, and tries the file so", async () => {
  await show(<FileForm />, { permissions: calls.imports.createMany.can });
  const sent: FormData[] = [];
  // Uploads go by XMLHttpRequest.
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {};
      onload?: () => void;
      status = 200;
      responseText = "";
      open = () => undefined;
      setRequestHeader = () => undefined;
      send(body: FormData): void {
        sent.push(body);
        const trial = { total_count: 1, created_count: 1, already_count: 0, refused_count: 0, rows: [] };
        this.responseText = JSON.stringify({ success: true, message: "", data: { trial, import: { id: "1" } } });
        queueMicrotask(() => this.onload?.());
      }
    },
  );
  const file = document.querySelector<HTMLInputElement>("input[type=file]")!;
  await userEvent.upload(file, new File(["Full name,Mail,GSM line,Remarks\nAda Obi,a@x.ng,0803,–\n"], "people.csv"));
  await expect.element(page.getByText(/The file has no column phone\. Not read: GSM line, Remarks\./)).toBeVisible();
  await expectToLookWell();
  await page.getByLabelText("GSM line").selectOptions("phone");
  await expect.element(page.getByText(/^1 row, 4 columns\. Not read: Remarks\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Try the file" }).click();
  await expect.element(page.getByRole("button", { name: "Import 1 customer" })).toBeVisible();
  // What was tried is what is imported: another meaning is tried anew.
  await page.getByLabelText("Remarks").selectOptions("address");
  await expect.element(page.getByRole("button", { name: "Import 1 customer" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Try the file" }).click();
  await page.getByRole("button", { name: "Import 1 customer" }).click();
  await expect.poll(() => sent.length).toBe(3);
  const both = '{"phone":"GSM line","address":"Remarks"}';
  expect(sent.map((body) => body.get("columns"))).toEqual(['{"phone":"GSM line"}', both, both]);
});
