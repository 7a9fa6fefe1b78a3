import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { imports } = calls;

export const screens = [
  screen("R072", "users/new", "Create a user", "new-customers", "provider:can_create_users", "Users 2"),
  // Added: C031 works in the background; earlier imports.
  screen("added", "users/imports", "Imports", "imports", imports.listAll, "Users 3"),
  // Added: The verdict of every row.
  screen("added", "users/imports/{importId}", "Import", "import", imports.find),
];
