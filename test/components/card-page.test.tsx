/** The page of a card: who holds it, its company and the provider each see what they may do, and why not. */
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { CardSlider } from "../../apps/web/src/features/cards/cards/card-slider.tsx";
import NewCardScreen from "../../apps/web/src/features/cards/cards/new-screen.tsx";
import CardScreen from "../../apps/web/src/features/cards/cards/card-screen.tsx";
import { data, desktop, expectToLookWell, phone, requests, show } from "./stage.tsx";

const id = "01a2041b-0000-7000-8000-000000000001";
const other = "01a2041b-0000-7000-8000-000000000002";
const card = (more: object) => ({
  id,
  status: "active",
  kind: "company_debit",
  form: "virtual",
  currency: "NGN",
  person: { id: other, name: "Emeka Obi" },
  company: { id: other, name: "Lagoon Foods Limited" },
  label: "Fuel",
  limit_kobo: null,
  is_single_use: false,
  merchant_lock: null,
  brand: "Verve",
  last4: "4711",
  expires_on: "2029-11-30",
  frozen_by: [],
  version: 3,
  created_at: "2026-11-20T09:00:00.000Z",
  abilities: { freeze: null, replace: null, close: "company_card" },
  available_kobo: 320_000,
  freezes: [],
  requested_by: "Funmi Ade",
  decided_by: null,
  decision_reason: null,
  waits_for: null,
  unknown_since: null,
  replaces: null,
  replaced_by: null,
  delivery_address: null,
  delivery_state: null,
  shipped_at: null,
  carrier_reference: null,
  delivered_at: null,
  activated_at: "2026-11-21T09:00:00.000Z",
  closed_at: null,
  closed_because: null,
  is_own: true,
  history: [{ id, title: "active", by: "Emeka Obi", reason: null, at: "2026-11-21T09:00:00.000Z" }],
  ...more,
});
/** What is left of the card's limits. */
const controls = {
  card: {
    id,
    label: "Fuel",
    last4: "4711",
    person: { id: other, name: "Emeka Obi" },
    currency: "NGN",
    is_company: true,
  },
  sets: "holder",
  may_loosen: true,
  company: null,
  holder: null,
  left: [
    {
      period: "month",
      limit_kobo: 5_000_000,
      left_kobo: 410_000,
      raised_kobo: 0,
      resets_at: "2026-12-01T00:00:00+01:00",
    },
  ],
  day_count: null,
  cash: [],
};
const open = (more: object, viewport: readonly [number, number] = desktop) =>
  page
    .viewport(...viewport)
    .then(() =>
      show(<CardScreen />, {
        permissions: ["personal:can_view_cards", "personal:can_use_cards"],
        server: ({ method, path }) =>
          path.endsWith("/controls")
            ? data(controls)
            : method === "POST"
              ? data({ card: card({ status: "frozen" }) })
              : data(card(more)),
        route: { path: "/customer/cards/:id", address: `/customer/cards/${id}` },
      }),
    );

describe("the page of a card", () => {
  it.each([
    ["desktop", desktop],
    ["phone", phone],
  ] as const)("is frozen by its holder in two presses, and looks well on a %s", async (_, viewport) => {
    await open({}, viewport);
    await expect.element(page.getByText("₦3,200.00")).toBeVisible();
    const left = "₦4,100.00 of ₦50,000.00, resets on 01 Dec 2026 at 00:00";
    await expect.element(page.getByText(left)).toBeVisible();
    await expectToLookWell();
    await page.getByRole("button", { name: "Freeze", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Freeze", exact: true }).click();
    await expect.element(page.getByText("Frozen. It pays nothing from now on.")).toBeVisible();
    expect(requests.find(({ method }) => method === "POST")).toMatchObject({ path: `/cards/${id}/freeze` });
  });

  it("says who froze it, and why one may not unfreeze it oneself", async () => {
    await open({
      status: "frozen",
      frozen_by: ["company"],
      abilities: { unfreeze: "not_yours" },
      freezes: [
        {
          by: "company",
          name: "Funmi Ade",
          reason: "Travel is over",
          since: "2026-11-22T09:00:00.000Z",
          lifted_at: null,
        },
      ],
    });
    await expect
      .element(page.getByRole("region", { name: "Next step" }))
      .toMatchTextContent(/Frozen by the company\s*Somebody else froze it: only they unfreeze it\./);
    await expect.element(page.getByText(/Travel is over/)).toBeVisible();
  });

  it("offers neither closing of a company's card to its holder nor what the state does not allow", async () => {
    await open({ status: "closed", abilities: { freeze: "wrong_state", close: "company_card" } });
    await expect.element(page.getByText("Closed permanently")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Freeze" })).not.toBeInTheDocument();
    await expect.element(page.getByText("Close permanently…")).not.toBeInTheDocument();
  });
});

describe("a card's page for the desk", () => {
  it("begins with whose it is, what it is and who froze it, and has one line of time, a page at a time", async () => {
    const entry = (at: number, words: string, more: object = {}) => ({
      id: `act-${at}`,
      kind: "attempts",
      words,
      detail: null,
      who: null,
      happened_at: `2026-11-2${at}T09:00:00.000Z`,
      link: null,
      changes: [],
      ...more,
    });
    const pages = [
      {
        kinds: ["attempts", "changes"],
        entries: [entry(3, "₦1,000.00 at Shoprite: held", { link: "/admin/cards/transaction/9" })],
        next: "2026-11-23T09:00:00.000000Z~act-3",
      },
      {
        kinds: ["attempts", "changes"],
        entries: [entry(2, "Card controls set", { changes: [{ field: "Day", before: "₦1.00", after: "₦2.00" }] })],
        next: null,
      },
    ];
    const frozen = card({ status: "frozen", frozen_by: ["company"], is_own: false, abilities: {} });
    await show(<CardScreen />, {
      permissions: ["provider:can_view_card_requests", "provider:can_view_users"],
      server: ({ path, query }) =>
        path.endsWith("/controls")
          ? data(controls)
          : path.endsWith("/timeline")
            ? data(pages[query.get("before") ? 1 : 0])
            : data(frozen),
      route: { path: "/admin/cards/:id", address: `/admin/cards/${id}` },
    });
    await expect
      .element(page.getByRole("link", { name: "Emeka Obi" }))
      .toHaveAttribute("href", `/admin/users/${other}`);
    await expect.element(page.getByText("Lagoon Foods Limited").first()).toBeVisible();
    await expect.element(page.getByText(/^Verve •+ ?4711/)).toBeVisible();
    await expect.element(page.getByText(/^Good until /)).toBeVisible();
    await expect.element(page.getByText("Frozen by the company").first()).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "₦1,000.00 at Shoprite: held" }))
      .toHaveAttribute("href", "/admin/cards/transaction/9");
    await page.getByRole("button", { name: "Older entries" }).click();
    await expect.element(page.getByText("Card controls set")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Older entries" })).not.toBeInTheDocument();
    await expectToLookWell();
    await page.getByRole("button", { name: "Attempts" }).click();
    await expect.poll(() => requests.some(({ query }) => query.get("kind") === "attempts")).toBe(true);
  });
});

describe("asking for a card", () => {
  it("says what making it costs, with its VAT, before it is asked for", async () => {
    await page.viewport(...phone);
    await show(<NewCardScreen />, {
      permissions: ["company:can_request_cards"],
      server: () => data({ items: [], total_count: 0 }),
      route: { path: "/corporate/cards/new", address: "/corporate/cards/new" },
    });
    await expect.element(page.getByRole("radio", { name: /^Physical/ })).toBeVisible();
    await expect.element(page.getByText("Making the card")).not.toBeInTheDocument();
    await page.getByRole("radio", { name: /^Physical/ }).click();
    for (const amount of ["₦1,000.00", "₦75.00", "₦1,075.00"])
      await expect.element(page.getByText(amount)).toBeVisible();
    await expect.element(page.getByText(/Taken from the company's wallet/)).toBeVisible();
    await expectToLookWell();
  });
});

describe("one's cards in a row", () => {
  it("are three tenths smaller each, and one that is pressed comes to the front", async () => {
    await page.viewport(...phone);
    const cards = ["1111", "2222", "3333", "4444"].map((last4, at) =>
      card({ id: id.replace(/1$/, String(at + 1)), last4, label: `Card ${at + 1}` }),
    );
    await show(<CardSlider cards={cards as never} />, {
      permissions: [],
      server: () => data({}),
      route: { path: "/customer/cards", address: "/customer/cards" },
    });
    const ofCards = () =>
      [...document.querySelectorAll("[data-status]")].flatMap((face) =>
        face.querySelector("strong") ? [face.getBoundingClientRect().width] : [],
      );
    const [whole = 0, ...others] = ofCards();
    // Reading A73 of K036.
    expect(others.map((width) => Math.round((100 * width) / whole))).toEqual([70, 40, 10]);
    const last = page.getByRole("button", { name: /4444/ });
    expect(last.element().getBoundingClientRect().height).toBeGreaterThan(44);
    await expectToLookWell();
    await page.viewport(...phone);
    // What is seen of it: the rest lies behind the others.
    const { width, height } = last.element().getBoundingClientRect();
    await last.click({ position: { x: width - 20, y: height / 2 } });
    await expect.element(page.getByRole("link", { name: /4444/ })).toBeVisible();
  });
});
