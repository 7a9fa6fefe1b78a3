/** The door of money requests: what one administrator asks about the company's money and a second one agrees to. */
export { givesAlone } from "./given.ts";
export { type MoneyRequest, askColleague, moneyChain, requireAsBefore } from "./requests.ts";
export { isRaised } from "./rules.ts";
