import * as calls from "@manilla/contract/people/imports";
import { noun } from "../../../house.ts";
import { runImports } from "./index.ts";
import { handlers } from "./handlers.ts";

export const imports = noun({ calls, handlers, jobs: [runImports] });
