import { screen } from "../../../shared/screens.ts";

export const screens = [
  screen("R004", "/register/business", "Register your business", "business", "guest"),
  screen("R005", "/register/{source?}", "Create your account", "person", "guest"),
  screen("R015", "/r/c/{referralCode}", "Create your account", "referral-redirect", "public"),
  // Added: what is accepted at registration.
  screen("added", "/terms", "Terms", "terms", "public"),
  // Added: What is accepted at registration can be read before and after it.
  screen("added", "/privacy", "Privacy notice", "privacy", "public"),
];
