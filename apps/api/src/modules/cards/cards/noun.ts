import * as calls from "@manilla/contract/cards/cards";
import { noun } from "../../../house/index.ts";
import { eraseHistory } from "../../platform/states/index.ts";
import { renewCards } from "./close.ts";
import { approveCardKind, grantOfPerson } from "./deciding.ts";
import { collectFees } from "./fees.ts";
import { followCompanies } from "./following.ts";
import { endedByIssuer } from "./ended.ts";
import { handlers } from "./handlers.ts";
import { ofCards } from "./timeline.ts";
import { makeCard, tellIssuer, workOnCards } from "./making.ts";
import { cardChain, withdrawAll } from "./requests.ts";

export const cards = noun({
  calls,
  handlers,
  timelines: ofCards,
  approvals: { approve_card: approveCardKind },
  chains: { card: cardChain },
  close: [renewCards, collectFees],
  jobs: [
    (app) => app.queue.work("make-card", async ({ card_id }) => void (await makeCard(app, card_id))),
    (app) => app.queue.work("tell-issuer", ({ card_id }) => tellIssuer(app, card_id)),
    (app) => app.queue.work("end-card", ({ issuer_card_id }) => endedByIssuer(app, issuer_card_id)),
  ],
  periodic: [{ name: "cards at the issuer", every_milliseconds: 30_000, run: workOnCards }],
  companies: followCompanies,
  person: { grantCard: grantOfPerson },
  personal: {
    blanked: { cards: { label: null, merchant_lock: null, delivery_address: null, delivery_state: null } },
    deleted: ["card_customers"],
    exported: { cards: "kind, form, currency, status, brand, last4, expires_on, created_at, closed_at" },
    async erase(tx, { user_id }) {
      await withdrawAll(tx, user_id);
      await eraseHistory(tx, "cards", user_id);
    },
  },
});
