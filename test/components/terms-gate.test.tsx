/** Who has not accepted this version of the terms reads it over their page, and loses nothing of what they typed. */
import { type ReactNode, useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { termsVersion } from "../../packages/contract/src/people/terms.ts";
import TermsGate from "../../apps/web/src/shared/session/terms-gate.tsx";
import { data, expectToLookWell, requests, show } from "./stage.tsx";

/** A page with something typed, over which a new version is published. */
function Page(): ReactNode {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <label>
        Note <input />
      </label>
      <button type="button" onClick={() => setAsked((was) => !was)}>
        Publish
      </button>
      {isAsked && <TermsGate />}
    </>
  );
}

it("the terms stand over the page until they are accepted, whatever is pressed, and what was typed stays", async () => {
  await show(<Page />, { server: ({ method }) => (method === "POST" ? data({}) : "silence") });
  await userEvent.fill(page.getByLabelText("Note"), "Half a sentence");
  await userEvent.click(page.getByRole("button", { name: "Publish" }));
  const gate = page.getByRole("dialog", { name: "Terms and privacy notice" });
  await expect.element(gate.getByRole("heading", { name: "Borrowing" })).toBeVisible();
  await expect.element(gate.getByRole("link", { name: "Sign out" })).toBeVisible();
  await expectToLookWell();
  for (const _ of [1, 2, 3]) await userEvent.keyboard("{Escape}");
  await expect.element(gate).toBeVisible();
  await userEvent.click(gate.getByRole("button", { name: "I accept the terms and the privacy notice" }));
  await expect
    .poll(() => requests.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]))
    .toEqual([["/session/terms", { version: termsVersion }]]);
  // The session is asked again; without the mark the gate goes.
  await expect.poll(() => requests.map(({ path }) => path)).toContain("/session");
  expect(document.querySelector<HTMLInputElement>("input")?.value).toBe("Half a sentence");
});
