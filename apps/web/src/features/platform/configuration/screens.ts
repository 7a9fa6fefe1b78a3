import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { configuration } = calls;

export const screens = [
  screen("R021", "settings/configuration", "Configurations", "configuration", configuration.find, "Settings 1"),
  screen(
    "R022",
    "settings/bypass",
    "Authentication Bypass",
    "bypass",
    ["provider:can_update_system_configuration", "provider:can_edit_bypass"],
    "Settings 2",
  ),
];
