import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { onboarding } = calls;

export const screens = [
  // Added: A customer's own documents.
  screen("added", "documents", "Documents", "documents", onboarding.find, "Settings 4", {
    label: "My Documents",
    until: "password_changed",
  }),
  screen(
    "R018",
    "settings/profile",
    "Update Profile",
    "profile",
    [
      "personal:can_view_personal_profile",
      "personal:can_update_personal_profile",
      "personal:can_upload_personal_documents",
    ],
    "Settings 1 a",
    { label: "My Account", until: "password_changed" },
  ),
];
