import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { Facts } from "../../apps/web/src/shared/ui/kit.tsx";
import { show } from "./stage.tsx";

it("several facts may have the same label", async () => {
  const warned = vi.spyOn(console, "error");
  const items = ["Its cards are frozen.", "Its people do not borrow."].map((value) => ({ label: "And", value }));
  await show(<Facts items={[{ label: "What follows", value: "Nobody signs in." }, ...items]} />);
  await expect.element(page.getByText("Its people do not borrow.")).toBeVisible();
  expect(warned.mock.calls.filter(([text]) => String(text).includes("same key"))).toEqual([]);
});
