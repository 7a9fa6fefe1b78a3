import { screen } from "../../../shared/screens.ts";

export const screens = [
  screen("R008", "/onboarding", "Onboarding", "onboarding", "company:can_view_onboarding", {
    until: "password_changed",
    bare: true,
  }),
  screen("R011", "subscription", "Subscription", "subscription/subscription", "corporate", "Settings 3", {
    until: "company_profile_updated",
  }),
  screen("R012", "subscription/upgrade", "Subscription Upgrade", "subscription/subscription", "corporate"),
  screen(
    "R019",
    "settings/profile/company",
    "Company Profile",
    "company-profile",
    ["company:can_view_company_profile", "company:can_update_company_profile", "company:can_upload_company_documents"],
    "Settings 2",
    { until: "profile_approved" },
  ),
];
