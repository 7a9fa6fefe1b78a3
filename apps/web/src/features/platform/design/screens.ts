import { screen } from "../../../shared/screens.ts";

export const screens = [screen("added", "/design", "Design language", "design", "public")];
