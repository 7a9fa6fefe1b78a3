/** The door of bills that are paid together. */
export { payOrder } from "./paying.ts";
