/** An amount in two lines, or without its end, is misread: on a phone each is whole, however long it is. */
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import ApprovalScreen from "../../apps/web/src/features/platform/approvals/approval-screen.tsx";
import ApprovalsScreen from "../../apps/web/src/features/platform/approvals/approvals-screen.tsx";
import { DueToday } from "../../apps/web/src/features/platform/dashboard/due-block.tsx";
import { ToDecide } from "../../apps/web/src/features/platform/dashboard/staff-blocks.tsx";
import { Figures, PlainTable } from "../../apps/web/src/shared/figures/figures.tsx";
import { Facts, Panel } from "../../apps/web/src/shared/ui/kit.tsx";
import { calls } from "../../apps/web/src/shared/api/calls.gen.ts";
import { data, pageOf, phone, show } from "./stage.tsx";

const LONG = "₦1,234,567,890.12";
const kobo = 123_456_789_012;
const id = "01a2041b-0000-7000-8000-000000000009";

/** Where an amount is cut, or goes on in a second line. */
function misread(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { data: text } = node as Text;
    const box = node.parentElement!;
    if (box.closest(".visually-hidden")) continue;
    for (let at = text.indexOf(LONG); at >= 0; at = text.indexOf(LONG, at + 1)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + LONG.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      const { right } = range.getBoundingClientRect();
      // What scrolls sideways is cut only where it does not scroll.
      let scroller: Element | null = box;
      while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowX)) scroller = scroller.parentElement;
      const edge = scroller ? Infinity : innerWidth;
      let clip = edge;
      for (let each: Element | null = box; each && each !== scroller; each = each.parentElement)
        if (/hidden|clip/.test(getComputedStyle(each).overflowX))
          clip = Math.min(clip, each.getBoundingClientRect().right);
      if (lines.size > 1 || right > clip + 1)
        found.push(`${lines.size} lines, ${Math.round(right - clip)} over: ${text}`);
    }
  }
  return found;
}

const person = { id, name: "Oluwatobiloba Adeyemi-Okonkwo" };
const approval = {
  id,
  kind: "record_receipt",
  title: `Record ${LONG} received from ${person.name}`,
  status: "pending",
  is_pending: true,
  amount_kobo: kobo,
  item_count: 1,
  reason: `The transfer of ${LONG} came yesterday`,
  maker: person,
  checker: null,
  version: 1,
  created_at: "2026-11-20T09:00:00.000Z",
  decided_at: null,
  decision_reason: null,
  abilities: { approve: null, decline: null },
};
const found = {
  ...approval,
  before: null,
  after: {},
  items: [{ label: person.name, loan_id: null, amount_kobo: kobo, verdict: "ready", reason: null }],
  changes: [{ field: "Amount", before: LONG, after: LONG }],
  may_decide: true,
  why_not: null,
  effect: {
    refusal: null,
    postings: [{ account: "Receipts awaiting the bank", debit_kobo: kobo, credit_kobo: kobo }],
    measures: [{ label: "Outstanding", before: kobo, after: kobo }],
    payees: [],
    texts: [],
    facts: [{ label: "The bank says", value: LONG }],
    papers: [],
  },
};
const today = {
  business_date: "2026-11-22",
  due: { amount_kobo: kobo, count: 12_345 },
  received: { amount_kobo: kobo, count: 12_345 },
  promises: { amount_kobo: kobo, count: 12_345 },
  calls_due: 12_345,
  trend: [{ day: "2026-11-22", due_kobo: kobo, received_kobo: kobo }],
};
const items = ["Due", "Received today", "Outstanding principal"].map((label) => ({
  label,
  value: LONG,
  note: `${LONG} of them late`,
  href: "/",
}));
const samples: Record<string, [() => ReactNode, object?]> = {
  "figures side by side": [() => <Figures items={items} />],
  "a strip of figures": [() => <Figures items={items} isStrip />],
  "the facts of a record": [
    () => (
      <Panel title="Loan">
        <Facts items={items.map(({ label, value }) => ({ label, value, figure: true }))} />
      </Panel>
    ),
  ],
  "a table of a few rows": [
    () => (
      <PlainTable
        caption="Instalments"
        rows={[{ id, number: 1, amount_kobo: kobo, paid_kobo: kobo, outstanding_kobo: kobo }]}
        columns={[
          { key: "number", card: "title" },
          { key: "amount_kobo" },
          { key: "paid_kobo" },
          { key: "outstanding_kobo" },
        ]}
      />
    ),
  ],
  "what is to decide": [
    () => <ToDecide />,
    {
      to_decide: { count: 3, amount_kobo: kobo, oldest_at: approval.created_at },
      asked: { pending: 1, decided_today: 1, today: "2026-11-22" },
    },
  ],
  "what is due today": [() => <DueToday />, today],
  "an approval": [() => <ApprovalScreen />, found],
};

it.each(Object.keys(samples))("%s has whole amounts on a phone", async (name) => {
  const [draw, answer] = samples[name]!;
  await page.viewport(...phone);
  await show(draw(), {
    server: () => data(answer),
    permissions: calls.approvals.approve.can,
    route: { path: "/approvals/:id", address: `/approvals/${id}` },
  });
  await expect.element(page.getByText(LONG).first()).toBeVisible();
  await document.fonts.ready;
  expect(misread()).toEqual([]);
});

it("a list as cards has whole amounts on a phone", async () => {
  await page.viewport(...phone);
  await show(<ApprovalsScreen />, {
    server: ({ path }) => (path === "/admin/approvals" ? pageOf([approval]) : "silence"),
    permissions: calls.approvals.approve.can,
    // Not the view of those that come one by one.
    route: { path: "/sample", address: "/sample?f.status=pending" },
  });
  await expect.element(page.getByText(LONG).first()).toBeVisible();
  await document.fonts.ready;
  expect(misread()).toEqual([]);
});
