import { screen } from "../../../shared/screens.ts";

export const screens = [
  screen("R002", "/login", "Sign in", "login", "guest"),
  screen("R003", "/logout", "Sign out", "logout", "public"),
  // Added: the specification names the reset by a link; this requests the link.
  screen("added", "/password/forgotten", "Forgotten password", "forgotten", "guest"),
  screen("R007", "/password/reset/{token}", "Set a new password", "reset", "guest"),
  screen("R010", "/download", "Get the app", "download", "public"),
  screen("R014", "/a/m", "Get the app", "app-redirect", "public"),
  screen("R016", "/404", "Page Not Found", "not-found", "public"),
  screen("R017", "/*", "Page Not Found", "not-found", "public"),
  screen("R001", "/", "Corporate Loans", "forwarding", "any", { until: "password_changed", bare: true }),
  screen(
    "R006",
    "/password/update",
    "Change your password",
    "update-password",
    ["any", "provider:can_update_password", "company:can_update_password", "personal:can_update_password"],
    { until: "auth", bare: true },
  ),
  screen(
    "R020",
    "settings/password",
    "Change Your Password",
    "password",
    ["provider:can_update_password", "company:can_update_password", "personal:can_update_password"],
    {
      menus: { admin: "Settings 90", corporate: "Settings 4", customer: "Settings 2" },
      label: "Change Password",
      until: "password_changed",
    },
  ),
  // Added: Sessions and authenticator of one's own account.
  screen("added", "settings/security", "Security", "security", ["admin", "corporate", "customer"], {
    menus: { admin: "Settings 91", corporate: "Settings 5", customer: "Settings 3" },
    until: "password_changed",
  }),
  screen("R009", "approval", "Awaiting Approval", "awaiting-approval", ["corporate", "customer"], {
    until: "profile_updated",
  }),
];
