import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { appeals } = calls;

export const screens = [
  screen("R086", "users/appeal-requests", "Appeal Requests", "appeals", appeals.listAll, "Processing 12"),
];
