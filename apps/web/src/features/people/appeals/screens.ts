import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen } from "../../../shared/screens.ts";

const { appeals } = calls;

export const screens = [
  listScreen("R086", "users/appeal-requests", "Appeal Requests", appeals.listAll, {
    menu: "Processing 12",
    columns: [
      ["last_name", { card: "title", width: 200 }],
      ["status", { header: "Appeal", card: "badge" }],
      ["text", { header: "What they say", width: 360, card: "field" }],
      ["decline_reason", { header: "Declined because", width: 260, card: "field" }],
      ["profile_status", { header: "Profile", badge: "person" }],
      ["created_at", { header: "Appealed", card: "field" }],
      ["decision_reason", { header: "Answer", width: 240, isHidden: true }],
      ["decided_by", { header: "Answered by", isHidden: true }],
      ["decided_at", { header: "Answered", isHidden: true }],
    ],
    href: "/admin/users/{user_id}",
    opens: "Open the case",
    acts: [appeals.approve, appeals.decline],
    lead: "Declined people who appeal, with the reason they were given.",
    empty: "No appeals.",
  }),
];
