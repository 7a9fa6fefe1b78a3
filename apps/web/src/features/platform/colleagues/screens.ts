import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { colleagues } = calls;

export const screens = [
  listScreen("R047", "admins", "Admins", colleagues.listAll, {
    menu: "Settings 5",
    columns: [
      ["last_name", { card: "title", width: 220 }],
      ["email", { card: "field" }],
      ["roles", { card: "field", width: 240 }],
      ["status", { header: "State", badge: "colleague", card: "badge" }],
      ["has_second_factor", { header: "Second factor" }],
      ["last_seen_at", { header: "Last seen", card: "field" }],
      ["created_at", { header: "Since" }],
    ],
    href: "/admin/admins/{id}",
    opens: "Open the colleague",
    acts: [
      colleagues.inviteAgain,
      colleagues.letBack,
      colleagues.endSessions,
      colleagues.resetSecondFactor,
      colleagues.suspend,
    ],
    lead: "Who works here and what they may do. Access is given by two people and ended by one.",
    link: ["Invite a colleague", "/admin/admins/new"],
    empty: "There is no colleague yet.",
  }),
  screen("R048", "admins/new", "New Admin", "new-admin", "provider:can_create_admins"),
  // Added: Where one colleague's access is seen and ended.
  screen("added", "admins/{id}", "Colleague", "colleague", colleagues.find),
];
