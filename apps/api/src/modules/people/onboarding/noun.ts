import * as calls from "@manilla/contract/people/onboarding";
import { noun } from "../../../house.ts";
import { lookAtStatementSessions } from "./statement-sources.ts";
import { handlers } from "./handlers.ts";

export const onboarding = noun({ calls, handlers, jobs: [lookAtStatementSessions] });
