import { calls } from "../../../shared/api/calls.gen.ts";
import { type DeclaredScreen, screen } from "../../../shared/screens.ts";

const { beneficiaries } = calls;

/** Line 28: beneficiaries skip the guards of a person's profile (A15). */
const withoutProfile = (declared: DeclaredScreen): DeclaredScreen => ({
  ...declared,
  guards: ["auth", "password_changed", "company_profile_updated", "company_subscribed"],
});

export const screens = [
  screen(
    "R051",
    "beneficiaries",
    "Beneficiaries",
    "beneficiaries",
    ["company:can_view_beneficiaries", "company:can_update_beneficiaries", "company:can_delete_beneficiaries"],
    "Payments 30",
  ),
  screen("R052", "beneficiaries/new", "New Beneficiary", "new-beneficiary", "company:can_create_beneficiaries"),
  // Added: files of beneficiaries.
  screen("added", "beneficiaries/files", "Files of Beneficiaries", "files", beneficiaries.uploads),
  // Added: the verdict of each row of one.
  screen("added", "beneficiaries/files/{id}", "File", "file", beneficiaries.uploaded),
  // Added: an account with everything that was changed in it.
  screen("added", "beneficiaries/{id}", "Beneficiary", "beneficiary", beneficiaries.find),
].map(withoutProfile);
