import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

export const screens = [
  // Added: somebody who has an account answers a company's invitation.
  screen("added", "invitations", "Invitations", "invitations", calls.invitations.listOwn, "Settings 95"),
];
