/** Every call by noun: `calls.session.find`, `calls.loans.approve`. The server registers these, the browser is generated from them. */
export * as session from "./session.ts";
export * as registration from "./registration.ts";
export * as access from "./access.ts";
export * as notifications from "./notifications.ts";
export * as approvals from "./approvals.ts";
export * as audit from "./audit.ts";
export * as search from "./search.ts";
export * as loans from "./loans.ts";
export * as loanProducts from "./loan-products.ts";
export * as companies from "./companies.ts";
export * as people from "./people.ts";
export * as onboarding from "./onboarding.ts";
export * as documents from "./documents.ts";
export * as imports from "./imports.ts";
export * as underwriting from "./underwriting.ts";
export * as configuration from "./configuration.ts";
