/** The statement sources beside Mono, each offered where it is configured. */
import type { Config } from "../../config.ts";
import { createMbsStatements } from "./mbs.ts";
import { createMobileStatements } from "./mobile.ts";
import { createOkraStatements } from "./okra.ts";
import type { StatementSources } from "./port.ts";
import { createThirdStatements } from "./statement-source-3.ts";
import { createUssdStatements } from "./ussd.ts";

export function createStatementSources(config: Config): StatementSources {
  const [mbs, mobile, okra, third, ussd] = [
    createMbsStatements(config),
    createMobileStatements(config),
    createOkraStatements(config),
    createThirdStatements(config),
    createUssdStatements(config),
  ];
  return {
    ...(mbs && { mbs }),
    ...(mobile && { mobile }),
    ...(okra && { okra }),
    ...(third && { statement_source_3: third }),
    ...(ussd && { ussd }),
  };
}
