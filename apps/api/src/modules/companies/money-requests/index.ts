/** The door of money requests: what one administrator asks about the company's money and a second one agrees to. */
export { givesAlone } from "./given.ts";
export { type MoneyRequest, askColleague, moneyChain } from "./requests.ts";
export { isRaised } from "./rules.ts";
