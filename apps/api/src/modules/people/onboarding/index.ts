/** The door of onboarding: a person's request for a card, which the cards take up. */
export { beginCardRequest, finishCardRequest } from "./card-requests.ts";
