import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { imports } = calls;

export const screens = [
  screen("R072", "users/new", "Create a user", "new-customers", "provider:can_create_users", "Users 2"),
  screen("added", "users/imports", "Imports", "imports", imports.listAll, "Users 3"),
  screen("added", "users/imports/{importId}", "Import", "import", imports.find),
];
