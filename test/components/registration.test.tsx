/** The registration's second step, on a line that is slow. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import PersonScreen from "../../apps/web/src/features/people/registration/person-screen.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { data, requests, show } from "./stage.tsx";

it("keeps the code's page until home is there, and sends the code once", async () => {
  const sent = { registration_token: "token", sent_to: "•••1712", at: Date.now() };
  sessionStorage.setItem(`manilla.registration.${calls.registration.register.path}`, JSON.stringify(sent));
  await show(<PersonScreen />, {
    server: ({ method }) => (method === "POST" ? data({}) : "silence"),
    route: { path: "/register/:source?", address: "/register" },
  });
  await page.getByLabelText("Digit 1 of 6").fill("920513");
  const finish = page.getByRole("button", { name: "Finish" });
  if (requests.length === 0) await finish.click();
  await expect.poll(() => requests.some(({ path }) => path === "/session")).toBe(true);
  await expect.element(page.getByRole("heading", { level: 1 })).toMatchTextContent(/Enter the code/);
  await expect.element(finish).toBeDisabled();
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  sessionStorage.clear();
});
