import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { audit } = calls;

export const screens = [screen("added", "audit", "Audit trail", "audit", audit.listAll, "Settings 80")];
