import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { communications } = calls;

export const screens = [
  // Added: Offers by mail carry a link that ends them.
  screen("added", "/unsubscribe/{token}", "No more offers", "unsubscribe", "public"),
  screen("R027", "communications", "Communications", "communications", communications.listAll, "Settings 40"),
  // Added: C193 to C197 send; this writes.
  screen("added", "communications/new", "New Message", "compose", "provider:can_create_communications"),
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
