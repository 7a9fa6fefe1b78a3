import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { communications } = calls;

export const screens = [
  // Added: Offers by mail carry a link that ends them.
  screen("added", "/unsubscribe/{token}", "No more offers", "unsubscribe", "public"),
  screen("R027", "communications", "Communications", "communications", communications.listAll, "Settings 40"),
  // Added: C193 to C197 send; this writes.
  screen("added", "communications/new", "New Message", "compose", "provider:can_create_communications"),
  // Added: Whom nothing reaches.
  listScreen("added", "undelivered-messages", "Undelivered Messages", communications.undelivered, {
    menu: "Push Notifications 43",
    columns: [
      ["name", { kind: "person", card: "title", width: 240 }],
      ["channel", { kind: "word", card: "field", width: 110 }],
      ["outcome", { kind: "word", card: "field", width: 110 }],
      ["reason", { card: "field", width: 340, canWrap: true }],
      ["phone", { card: "field", width: 160 }],
      ["started_at", { header: "Sent", card: "field", width: 140 }],
    ],
    href: "/admin/users/{user_id}",
    lead: "Messages that did not arrive: call these people, or ask them for another number or address.",
    empty: "All messages arrived.",
  }),
  // Added: The outcome of one message to many.
  screen("added", "communications/{id}", "Message", "communication", communications.find),
  screen(
    "R028",
    "communication-templates",
    "Communication Templates",
    "templates",
    communications.listTemplates,
    "Settings 41",
  ),
  screen(
    "R023",
    "settings/mails",
    "Maintenance Mails",
    "maintenance",
    "provider:can_create_communications",
    "Settings 42",
  ),
];
