/** Actions of a record: the question, the reason, what is refused and why, and one key for one intent. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { Actions } from "../../apps/web/src/shared/actions/actions.tsx";
import { type Work, WorkBar } from "../../apps/web/src/shared/actions/work.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { backOf, sayAssigned } from "../../apps/web/src/shared/people/assigned-toast.ts";
import { Verdicts } from "../../apps/web/src/shared/people/verdicts.tsx";
import { type Reply, data, expectToLookWell, refusal, requests, show } from "./stage.tsx";

const { approve, decline } = calls.approvals;
const { label = "", yes = "", done = "" } = approve.action.asks ?? {};
const { not_a_checker: refused } = approve.action.refuses;
const request = {
  id: "01a2041b-0000-7000-8000-000000000001",
  status: "pending",
  title: "Disburse 3 loans",
  amount_kobo: 17_475_050,
  item_count: 3,
  maker: { id: "01a2041b-0000-7000-8000-000000000002", name: "Ibrahim Sule" },
  abilities: { approve: null, decline: null } as Record<string, string | null>,
};
const actions = (
  reply: Reply,
  abilities = request.abilities,
  permissions: Endpoint["can"] | readonly [] = approve.can,
) => show(<Actions of={{ ...request, abilities }} calls={[approve, decline]} />, { permissions, server: () => reply });
const acts = () => requests.filter(({ method }) => method === "POST");
const dialog = page.getByRole("dialog");

describe("an action", () => {
  it("asks first, restates the money, and is done once", async () => {
    await actions(data({}));
    await page.getByRole("button", { name: label }).click();
    await expect.element(dialog).toMatchTextContent(/₦174,750\.50/);
    await expectToLookWell();
    expect(acts()).toEqual([]);
    await dialog.getByRole("button", { name: yes, exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(acts().map(({ path }) => path)).toEqual([`/admin/approvals/${request.id}/approve`]);
    await expect.element(page.getByText(done)).toBeVisible();
  });

  it.each(["behind the question", "on its answer"])(
    "that is pressed twice in a hurry asks, and the second press, %s, neither answers nor closes",
    async (where) => {
      await actions(data({}));
      const button = page.getByRole("button", { name: label });
      const place = button.element().getBoundingClientRect();
      // The question opens where its answer, or nothing of it, lies under the finger.
      const sheet = document.createElement("style");
      sheet.textContent =
        where === "on its answer"
          ? `dialog button { position: fixed !important; inset: ${place.top}px auto auto ${place.left}px !important; }`
          : "";
      document.head.append(sheet);
      await button.dblClick();
      await expect.element(dialog).toMatchTextContent(/₦174,750\.50/);
      sheet.remove();
      expect(acts()).toEqual([]);
      await dialog.getByRole("button", { name: yes, exact: true }).click();
      await expect.element(dialog).not.toBeInTheDocument();
      expect(acts().length).toBe(1);
    },
  );

  it("wants its reason before it goes, and sends it", async () => {
    await actions(data({}));
    await page.getByRole("button", { name: "Decline" }).click();
    await dialog.getByRole("button", { name: "Decline", exact: true }).click();
    expect(acts()).toEqual([]);
    await dialog.getByRole("textbox").fill("The salary does not cover it.");
    await dialog.getByRole("button", { name: "Decline", exact: true }).click();
    await expect.poll(() => acts().map(({ body }) => body["reason"])).toEqual(["The salary does not cover it."]);
  });

  it("is not there in a state that does not allow it, nor without its permission", async () => {
    await actions(data({}), { approve: "wrong_state", decline: null });
    await expect.element(page.getByRole("button", { name: "Decline" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: label })).not.toBeInTheDocument();
  });

  it("shows nothing to a person who may make none", async () => {
    await actions(data({}), request.abilities, []);
    await expect.element(page.getByRole("button")).not.toBeInTheDocument();
  });

  it("that is refused for this record says why, and asks nothing", async () => {
    await actions(data({}), { approve: "not_a_checker", decline: null });
    const button = page.getByRole("button", { name: label });
    await expect.element(button).toHaveAttribute("aria-disabled", "true");
    await expect.element(button).toHaveAccessibleDescription(refused?.words ?? "?");
    await expectToLookWell();
    await button.click({ force: true });
    await expect.element(dialog).not.toBeInTheDocument();
    expect(acts()).toEqual([]);
  });

  it("that the server refuses keeps the dialog and what was typed, and says what the server said", async () => {
    await actions(refusal(409, "Somebody has decided this request already."));
    await page.getByRole("button", { name: "Decline" }).click();
    await dialog.getByRole("textbox").fill("Too late");
    await dialog.getByRole("button", { name: "Decline", exact: true }).click();
    await expect.element(dialog).toMatchTextContent(/Somebody has decided this request already\./);
    await expect.element(dialog.getByRole("textbox")).toHaveValue("Too late");
    await expectToLookWell();
  });

  it("is sent again with the same key when its outcome is unknown", async () => {
    await actions("offline");
    await page.getByRole("button", { name: label }).click();
    const button = dialog.getByRole("button", { name: yes, exact: true });
    await button.click();
    await expect.element(dialog).toMatchTextContent(/Please check your internet connection\./);
    await button.click();
    await expect.poll(() => acts().length).toBe(2);
    expect(new Set(acts().map(({ key }) => key)).size).toBe(1);
    expect(acts()[0]?.key).not.toBeNull();
  });
});

describe("the next step of a record", () => {
  type Request = typeof request;
  const work: Work<Request> = {
    acts: () => [approve, decline, { name: "books", act: () => ({ label: "What was booked", to: "/books" }) }],
    next: () => ({ says: "A second person decides.", acts: ["approve"] }),
  };
  const shown = (abilities: Request["abilities"], permissions: Endpoint["can"] | readonly [] = approve.can) =>
    show(<WorkBar of={{ ...request, abilities }} work={work} label="this request" />, {
      permissions,
      server: () => data({}),
    });
  const more = page.getByRole("button", { name: "More for this request" });

  it("is one filled button, and the rest waits in a menu", async () => {
    await shown(request.abilities);
    await expect.element(page.getByRole("button", { name: label, exact: true })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Decline" })).not.toBeInTheDocument();
    await more.click();
    await expect.element(page.getByRole("menuitem", { name: "Decline" })).toBeVisible();
    await expect.element(page.getByRole("menuitem", { name: "What was booked" })).toBeVisible();
    await expectToLookWell();
    await page.getByRole("menuitem", { name: "Decline" }).click();
    await expect.element(dialog.getByRole("textbox")).toBeVisible();
  });

  it("that a rule bars says why, beside whose turn it is and in the menu", async () => {
    await shown({ approve: "not_a_checker", decline: null });
    const why = refused?.words ?? "?";
    await expect.element(page.getByRole("region", { name: "Next step" })).toMatchTextContent(why);
    await expect.element(page.getByRole("button", { name: label, exact: true })).not.toBeInTheDocument();
    await more.click();
    await expect.element(page.getByRole("menuitem", { name: new RegExp(`^${label}`) })).toMatchTextContent(why);
  });

  it("is not there for a role without it, which reads whose turn it is", async () => {
    await shown(request.abilities, []);
    await expect.element(page.getByText("A second person decides.")).toBeVisible();
    await expect.element(page.getByRole("button", { name: label, exact: true })).not.toBeInTheDocument();
  });
});

describe("a case that was assigned", () => {
  it("goes back by Undo to whom it was before, or to nobody", async () => {
    const { giveBack } = calls.assignments;
    const [user_id, before, now] = [1, 2, 3].map((number) => `01a2041b-0000-7000-8000-00000000000${number}`);
    const named = (id: string | undefined) => ({ id: id!, name: "Chi", last_name: "Eze" });
    const given = (from: string | undefined) => [
      { user_id: user_id!, is_done: true, reason: null, admin: named(now), before: from ? named(from) : null },
    ];
    const Give = ({ from }: { from: string | undefined }) => (
      <button type="button" onClick={() => sayAssigned(given(from), "The case")}>
        {from ? "From a colleague" : "From nobody"}
      </button>
    );
    await show(
      <>
        <Give from={before} />
        <Give from={undefined} />
      </>,
      { server: () => data({ results: [] }) },
    );
    for (const [name, to] of [
      ["From a colleague", before],
      ["From nobody", null],
    ] as const) {
      await page.getByRole("button", { name }).click();
      await expect.element(page.getByText("The case goes to Chi Eze.")).toBeVisible();
      await page.getByRole("button", { name: "Undo" }).last().click();
      await expect
        .poll(() => acts().at(-1))
        .toMatchObject({ path: giveBack.path, body: { cases: [{ user_id, from: now, to }] } });
    }
  });

  it("is given back with the others of one act, each to whom it was, and the refused one is said", async () => {
    const { giveBack } = calls.assignments;
    const ids = [1, 2, 3, 4].map((number) => `01a2041b-0000-7000-8000-00000000000${number}`);
    const [ada, bola, chi, dayo] = ids as [string, string, string, string];
    const named = (id: string) => ({ id, name: "Chi", last_name: "Eze" });
    const one = (user_id: string, before: string | null, is_done = true) => ({
      user_id,
      is_done,
      reason: is_done ? null : "No room.",
      admin: is_done ? named(dayo) : null,
      before: before === null ? null : named(before),
    });
    const results = [one(ada, chi), one(bola, null), one(chi, null, false)];
    const Outcome = () => {
      const [isOpen, setOpen] = useState(true);
      return (
        isOpen && <Verdicts verdicts={results} nameOf={String} undo={backOf(results)} onClose={() => setOpen(false)} />
      );
    };
    await show(<Outcome />, {
      server: () =>
        data({
          results: [
            one(ada, dayo),
            { ...one(bola, null, false), reason: "This case has gone on to somebody else since." },
          ],
        }),
    });
    await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(() => acts().at(-1))
      .toMatchObject({
        path: giveBack.path,
        body: {
          cases: [
            { user_id: ada, from: dayo, to: chi },
            { user_id: bola, from: dayo, to: null },
          ],
        },
      });
    await expect
      .element(page.getByText("1 of 2 were taken back. This case has gone on to somebody else since."))
      .toBeVisible();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
});
