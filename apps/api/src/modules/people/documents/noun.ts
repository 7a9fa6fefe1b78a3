import * as calls from "@manilla/contract/people/documents";
import { noun } from "../../../house.ts";
import { analyseStatements, documentsOf } from "./index.ts";
import { handlers } from "./handlers.ts";

export const documents = noun({ calls, handlers, jobs: [analyseStatements], person: { documents: documentsOf } });
