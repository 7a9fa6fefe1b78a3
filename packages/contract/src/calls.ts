/** Every call by noun: `calls.session.find`, `calls.loans.approve`. The server registers these, the browser is generated from them. */
export * as session from "./session.ts";
